// Lab 06, the program that it starts from: groups of 64 threads with one element each, a tree in
// shared memory, and launch after launch on the results until one is left.
#include <cuda_runtime.h>

#include <cmath>

#include "lab.hpp"

constexpr unsigned block_size = 64;

struct Range {
  float low, high;
};

// The range of a block's 64 elements, or of 64 ranges, in thread 0.
__device__ Range block_range(Range range) {
  __shared__ Range tree[block_size];
  tree[threadIdx.x] = range;
  __syncthreads();
  for (unsigned stride = block_size / 2; stride > 0; stride /= 2) {
    if (threadIdx.x < stride) {
      Range& own = tree[threadIdx.x];
      const Range other = tree[threadIdx.x + stride];
      own = {fminf(own.low, other.low), fmaxf(own.high, other.high)};
    }
    __syncthreads();
  }
  return tree[0];
}

__global__ void elements_kernel(const float* d_in, std::size_t n, Range* d_ranges) {
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * block_size + threadIdx.x;
  const Range range = block_range(i < n ? Range{d_in[i], d_in[i]} : Range{INFINITY, -INFINITY});
  if (threadIdx.x == 0) d_ranges[blockIdx.x] = range;
}

__global__ void ranges_kernel(const Range* d_in, std::size_t n, Range* d_ranges) {
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * block_size + threadIdx.x;
  const Range range = block_range(i < n ? d_in[i] : Range{INFINITY, -INFINITY});
  if (threadIdx.x == 0) d_ranges[blockIdx.x] = range;
}

// The lab's interface has two results in two places.
__global__ void split_kernel(const Range* d_range, float* d_min, float* d_max) {
  *d_min = d_range->low;
  *d_max = d_range->high;
}

std::size_t block_count(std::size_t n) { return n == 0 ? 1 : (n + block_size - 1) / block_size; }

std::size_t min_max_workspace_bytes(std::size_t n) {
  std::size_t ranges = 0;
  do ranges += n = block_count(n);
  while (n > 1);
  return ranges * sizeof(Range);
}

void min_max(const float* d_in, float* d_min, float* d_max, std::size_t n, void* d_workspace) {
  Range* d_ranges = static_cast<Range*>(d_workspace);
  std::size_t blocks = block_count(n);
  elements_kernel<<<static_cast<unsigned>(blocks), block_size>>>(d_in, n, d_ranges);
  CUDA_CHECK(cudaGetLastError());
  while (blocks > 1) {
    const std::size_t left = block_count(blocks);
    ranges_kernel<<<static_cast<unsigned>(left), block_size>>>(d_ranges, blocks, d_ranges + blocks);
    CUDA_CHECK(cudaGetLastError());
    d_ranges += blocks;
    blocks = left;
  }
  split_kernel<<<1, 1>>>(d_ranges, d_min, d_max);
  CUDA_CHECK(cudaGetLastError());
}
