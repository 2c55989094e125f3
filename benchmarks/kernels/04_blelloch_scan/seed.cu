// Lab 04, the kernel that it starts from: two elements a thread, no padding. It is right for block
// sizes that are powers of two.
#include <cuda_runtime.h>

#include "lab.hpp"

__global__ void tile_scan_kernel(const float* d_in, float* d_out, float* d_tile_sums,
                                 std::size_t n) {
  extern __shared__ float tree[];
  const unsigned thread = threadIdx.x, tree_size = 2 * blockDim.x;
  const std::size_t first = static_cast<std::size_t>(blockIdx.x) * tree_size + thread;
  const std::size_t second = first + blockDim.x;
  tree[thread] = first < n ? d_in[first] : 0.0f;
  tree[thread + blockDim.x] = second < n ? d_in[second] : 0.0f;
  __syncthreads();
  unsigned distance = 1;
  for (unsigned active = blockDim.x; active > 0; active /= 2) {
    if (thread < active) {
      const unsigned left = distance * (2 * thread + 1) - 1;
      tree[left + distance] += tree[left];
    }
    distance *= 2;
    __syncthreads();
  }
  if (thread == 0) {
    if (d_tile_sums != nullptr) d_tile_sums[blockIdx.x] = tree[tree_size - 1];
    tree[tree_size - 1] = 0.0f;
  }
  __syncthreads();
  for (unsigned active = 1; active < tree_size; active *= 2) {
    distance /= 2;
    if (thread < active) {
      const unsigned left = distance * (2 * thread + 1) - 1;
      const float left_sum = tree[left];
      tree[left] = tree[left + distance];
      tree[left + distance] += left_sum;
    }
    __syncthreads();
  }
  if (first < n) d_out[first] = tree[thread];
  if (second < n) d_out[second] = tree[thread + blockDim.x];
}

void tile_scan(const float* d_in, float* d_out, float* d_tile_sums, std::size_t n, int block_size) {
  if (n == 0) return;
  const std::size_t tile_size = 2 * static_cast<std::size_t>(block_size);
  const auto tiles = static_cast<unsigned>((n + tile_size - 1) / tile_size);
  tile_scan_kernel<<<tiles, block_size, tile_size * sizeof(float)>>>(d_in, d_out, d_tile_sums, n);
  CUDA_CHECK(cudaGetLastError());
}
