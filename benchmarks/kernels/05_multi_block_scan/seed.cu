// Lab 05, the program that it starts from: tiles of two elements a thread without padding, their
// sums scanned by recursion, bases found by a division. The temporary arrays come from the
// workspace. It is right for block sizes that are powers of two.
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

__global__ void add_bases_kernel(float* d_out, const float* d_bases, std::size_t n,
                                 unsigned tile_size) {
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) d_out[i] += d_bases[i / tile_size];
}

std::size_t tile_count(std::size_t n, int block_size) {
  const std::size_t tile_size = 2 * static_cast<std::size_t>(block_size);
  return (n + tile_size - 1) / tile_size;
}

// Each level has its tiles' sums and the scan of them.
std::size_t scan_workspace_bytes(std::size_t n, int block_size) {
  std::size_t floats = 0;
  while ((n = tile_count(n, block_size)) > 1) floats += 2 * n;
  return floats * sizeof(float);
}

void exclusive_scan(const float* d_in, float* d_out, std::size_t n, int block_size,
                    void* d_workspace) {
  if (n == 0) return;
  const std::size_t tiles = tile_count(n, block_size);
  const unsigned tile_size = 2 * static_cast<unsigned>(block_size);
  float* const d_sums = tiles > 1 ? static_cast<float*>(d_workspace) : nullptr;
  tile_scan_kernel<<<static_cast<unsigned>(tiles), block_size, tile_size * sizeof(float)>>>(
      d_in, d_out, d_sums, n);
  CUDA_CHECK(cudaGetLastError());
  if (tiles == 1) return;
  float* const d_bases = d_sums + tiles;
  exclusive_scan(d_sums, d_bases, tiles, block_size, d_bases + tiles);
  const auto grid_size = static_cast<unsigned>((n + 255) / 256);
  add_bases_kernel<<<grid_size, 256>>>(d_out, d_bases, n, tile_size);
  CUDA_CHECK(cudaGetLastError());
}
