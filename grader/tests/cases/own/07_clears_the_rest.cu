// case: clears_the_rest
// lab: 7
// verdict: wrong
// due: wrong_answer
// why: The whole of d_out is set to zero first, also what lies behind the kept elements.
#include <cuda_runtime.h>

#include "lab.hpp"

__device__ unsigned block_scan(unsigned value, unsigned* shared) {
  shared[threadIdx.x] = value;
  __syncthreads();
  for (unsigned distance = 1; distance < 256; distance *= 2) {
    const unsigned below = threadIdx.x >= distance ? shared[threadIdx.x - distance] : 0;
    __syncthreads();
    shared[threadIdx.x] += below;
    __syncthreads();
  }
  return shared[threadIdx.x];
}

__global__ void count_tiles(const unsigned* d_flags, unsigned* d_counts, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * 256 + threadIdx.x;
  const unsigned kept = __syncthreads_count(i < n && d_flags[i] != 0);
  if (threadIdx.x == 0) d_counts[blockIdx.x] = kept;
}

__global__ void scan_counts(unsigned* d_counts, std::size_t tiles) {
  __shared__ unsigned shared[256];
  unsigned carry = 0;
  for (std::size_t begin = 0; begin < tiles; begin += 256) {
    const std::size_t i = begin + threadIdx.x;
    const unsigned count = i < tiles ? d_counts[i] : 0;
    const unsigned sum = block_scan(count, shared);
    if (i < tiles) d_counts[i] = carry + sum - count;
    carry += shared[255];
    __syncthreads();
  }
}

__global__ void move(const unsigned* d_flags, const float* d_in, const unsigned* d_bases,
                     float* d_out, unsigned* d_count, std::size_t n) {
  __shared__ unsigned shared[256];
  const std::size_t i = std::size_t{blockIdx.x} * 256 + threadIdx.x;
  const unsigned flag = i < n && d_flags[i] != 0 ? 1 : 0;
  const unsigned position = d_bases[blockIdx.x] + block_scan(flag, shared) - flag;
  if (flag != 0) d_out[position] = d_in[i];
  if (i == n - 1) *d_count = position + flag;
}

std::size_t compact_workspace_bytes(std::size_t n) { return (n + 255) / 256 * sizeof(unsigned); }

void compact(const unsigned* d_flags, const float* d_in, float* d_out, unsigned* d_count,
             std::size_t n, void* d_workspace) {
  if (n == 0) {
    CUDA_CHECK(cudaMemset(d_count, 0, sizeof(unsigned)));
    return;
  }
  CUDA_CHECK(cudaMemsetAsync(d_out, 0, n * sizeof(float)));
  const auto tiles = static_cast<unsigned>((n + 255) / 256);
  auto* const d_counts = static_cast<unsigned*>(d_workspace);
  count_tiles<<<tiles, 256>>>(d_flags, d_counts, n);
  scan_counts<<<1, 256>>>(d_counts, tiles);
  move<<<tiles, 256>>>(d_flags, d_in, d_counts, d_out, d_count, n);
  CUDA_CHECK(cudaGetLastError());
}
