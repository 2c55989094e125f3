// case: last_block_reads_by_ldg
// lab: 6
// verdict: wrong
// due: data_race
// why: The last block reads what the others wrote through the read-only cache.

#include <cmath>

#include "lab.hpp"

struct Range {
  float low, high;
};

/// Of the block's 256 threads; only thread 0 gets it.
__device__ Range block_range(Range r) {
  __shared__ Range shared[256];
  const unsigned t = threadIdx.x;
  shared[t] = r;
  __syncthreads();
  for (unsigned d = 128; d > 0; d /= 2) {
    if (t < d) {
      shared[t].low = fminf(shared[t].low, shared[t + d].low);
      shared[t].high = fmaxf(shared[t].high, shared[t + d].high);
    }
    __syncthreads();
  }
  const Range all = shared[0];
  __syncthreads();
  return all;
}

__global__ void min_max_kernel(const float* d_in, float* d_lows, float* d_highs, float* d_min,
                               float* d_max, unsigned* d_done, std::size_t n) {
  __shared__ bool is_last;
  const unsigned t = threadIdx.x;
  Range r = {INFINITY, -INFINITY};
  const std::size_t threads = static_cast<std::size_t>(gridDim.x) * blockDim.x;
  for (std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + t; i < n; i += threads)
    r = {fminf(r.low, d_in[i]), fmaxf(r.high, d_in[i])};
  r = block_range(r);
  if (t == 0) {
    d_lows[blockIdx.x] = r.low;
    d_highs[blockIdx.x] = r.high;
    __threadfence();
    is_last = atomicAdd(d_done, 1u) == gridDim.x - 1;
    __threadfence();
  }
  __syncthreads();
  if (!is_last) return;
  r = {INFINITY, -INFINITY};
  if (t < gridDim.x) r = {__ldg(d_lows + t), __ldg(d_highs + t)};
  r = block_range(r);
  if (t == 0) {
    *d_min = r.low;
    *d_max = r.high;
  }
}

constexpr unsigned blocks = 64;

std::size_t min_max_workspace_bytes(std::size_t) { return (2 * blocks + 1) * sizeof(float); }

void min_max(const float* d_in, float* d_min, float* d_max, std::size_t n, void* d_workspace) {
  float* lows = static_cast<float*>(d_workspace);
  unsigned* done = reinterpret_cast<unsigned*>(lows + 2 * blocks);
  CUDA_CHECK(cudaMemsetAsync(done, 0, sizeof *done));
  min_max_kernel<<<blocks, 256>>>(d_in, lows, lows + blocks, d_min, d_max, done, n);
  CUDA_CHECK(cudaGetLastError());
}
