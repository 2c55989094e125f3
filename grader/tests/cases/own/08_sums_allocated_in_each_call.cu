// case: sums_allocated_in_each_call
// lab: 8
// verdict: wrong
// due: memory_leak
// why: The workspace holds the flags; the sums are allocated in each call, and none is freed.

#include "lab.hpp"

/// Each tile waits for the sum of all before it, which the tile before it publishes.
__global__ void scan_kernel(const float* in, float* out, std::size_t n, unsigned* next,
                            volatile int* ready, float* sums) {
  __shared__ unsigned tile;
  __shared__ float s[1024], carry;
  const unsigned t = threadIdx.x;
  if (t == 0) tile = atomicAdd(next, 1u);
  __syncthreads();
  const std::size_t i = static_cast<std::size_t>(tile) * blockDim.x + t;
  s[t] = i < n ? in[i] : 0.0f;
  __syncthreads();
  for (unsigned d = 1; d < blockDim.x; d *= 2) {
    const float left = t >= d ? s[t - d] : 0.0f;
    __syncthreads();
    s[t] += left;
    __syncthreads();
  }
  if (t == 0) {
    float before = 0.0f;
    if (tile > 0) {
      while (ready[tile - 1] == 0) {
      }
      __threadfence();
      before = sums[tile - 1];
    }
    sums[tile] = before + s[blockDim.x - 1];
    __threadfence();
    ready[tile] = 1;
    carry = before;
  }
  __syncthreads();
  if (i < n) out[i] = carry + (t > 0 ? s[t - 1] : 0.0f);
}

std::size_t tile_count(std::size_t n, int block_size) { return (n + block_size - 1) / block_size; }

std::size_t scan_workspace_bytes(std::size_t n, int block_size) {
  return 16 + tile_count(n, block_size) * sizeof(int);
}

void exclusive_scan(const float* d_in, float* d_out, std::size_t n, int block_size,
                    void* d_workspace) {
  if (n == 0) return;
  const std::size_t tiles = tile_count(n, block_size);
  unsigned* next = static_cast<unsigned*>(d_workspace);
  int* ready = reinterpret_cast<int*>(next + 4);
  float* sums = nullptr;
  CUDA_CHECK(cudaMalloc(&sums, tiles * sizeof(float)));
  CUDA_CHECK(cudaMemsetAsync(d_workspace, 0, 16 + tiles * sizeof(int)));
  scan_kernel<<<static_cast<unsigned>(tiles), block_size>>>(d_in, d_out, n, next, ready, sums);
  CUDA_CHECK(cudaGetLastError());
}
