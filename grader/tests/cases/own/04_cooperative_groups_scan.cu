// case: cooperative_groups_scan
// lab: 4
// verdict: correct
// why: Warps scan with the collective of cooperative groups.

#include <cooperative_groups.h>
#include <cooperative_groups/scan.h>

#include "lab.hpp"

namespace cg = cooperative_groups;

__global__ void scan_kernel(const float* in, float* out, float* sums, std::size_t n,
                            std::size_t tile) {
  __shared__ float totals[32], carry;
  const auto block = cg::this_thread_block();
  const auto warp = cg::tiled_partition<32>(block);
  const std::size_t base = blockIdx.x * tile;
  const unsigned t = block.thread_rank();
  if (t == 0) carry = 0.0f;
  for (std::size_t part = 0; part < tile; part += block.size()) {
    const std::size_t k = part + t;
    const float own = k < tile && base + k < n ? in[base + k] : 0.0f;
    const float before = cg::exclusive_scan(warp, own, cg::plus<float>());
    if (warp.thread_rank() == warp.size() - 1) totals[t / 32] = before + own;
    block.sync();
    float offset = carry;
    for (unsigned w = 0; w < t / 32; ++w) offset += totals[w];
    if (k < tile && base + k < n) out[base + k] = offset + before;
    block.sync();
    if (t == block.size() - 1) carry = offset + before + own;
    block.sync();
  }
  if (t == 0 && sums != nullptr) sums[blockIdx.x] = carry;
}

void tile_scan(const float* d_in, float* d_out, float* d_tile_sums, std::size_t n, int block_size) {
  if (n == 0) return;
  const std::size_t tile = 2 * static_cast<std::size_t>(block_size);
  const unsigned tiles = static_cast<unsigned>((n + tile - 1) / tile);
  const int threads = (block_size + 31) / 32 * 32;
  scan_kernel<<<tiles, threads>>>(d_in, d_out, d_tile_sums, n, tile);
  CUDA_CHECK(cudaGetLastError());
}
