// case: cooperative_groups_reduce
// lab: 6
// verdict: correct
// why: Warps reduce by cooperative groups, and two regions of the workspace take turns.

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include <cmath>

#include "lab.hpp"

namespace cg = cooperative_groups;

// d_high may be d_low: in the first launch both are the input.
__global__ void level(const float* d_low, const float* d_high, float* low, float* high,
                      std::size_t n) {
  const auto block = cg::this_thread_block();
  const auto warp = cg::tiled_partition<32>(block);
  __shared__ float a[8], b[8];
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * 256 + block.thread_rank();
  float x = INFINITY, y = -INFINITY;
  if (i < n) {
    x = d_low[i];
    y = d_high == d_low ? x : d_high[i];
  }
  x = cg::reduce(warp, x, cg::less<float>());
  y = cg::reduce(warp, y, cg::greater<float>());
  if (warp.thread_rank() == 0) {
    a[warp.meta_group_rank()] = x;
    b[warp.meta_group_rank()] = y;
  }
  block.sync();
  if (warp.meta_group_rank() > 0) return;
  const unsigned lane = warp.thread_rank();
  x = cg::reduce(warp, lane < 8 ? a[lane] : INFINITY, cg::less<float>());
  y = cg::reduce(warp, lane < 8 ? b[lane] : -INFINITY, cg::greater<float>());
  if (lane == 0) {
    low[blockIdx.x] = x;
    high[blockIdx.x] = y;
  }
}

std::size_t blocks_for(std::size_t n) { return n == 0 ? 1 : (n + 255) / 256; }

std::size_t min_max_workspace_bytes(std::size_t n) { return 4 * blocks_for(n) * sizeof(float); }

void min_max(const float* d_in, float* d_min, float* d_max, std::size_t n, void* d_workspace) {
  const std::size_t region = 2 * blocks_for(n);
  float* regions[] = {static_cast<float*>(d_workspace), static_cast<float*>(d_workspace) + region};
  const float *low = d_in, *high = d_in;
  for (int turn = 0; blocks_for(n) > 1; turn = 1 - turn) {
    const std::size_t blocks = blocks_for(n);
    float* to = regions[turn];
    level<<<static_cast<unsigned>(blocks), 256>>>(low, high, to, to + blocks, n);
    CUDA_CHECK(cudaGetLastError());
    low = to;
    high = to + blocks;
    n = blocks;
  }
  level<<<1, 256>>>(low, high, d_min, d_max, n);
  CUDA_CHECK(cudaGetLastError());
}
