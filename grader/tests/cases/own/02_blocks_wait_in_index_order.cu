// case: blocks_wait_in_index_order
// lab: 2
// verdict: correct
// why: Each block waits for the one before it, with fences; right as long as blocks start in order.

#include "lab.hpp"

__device__ volatile float running[1024];
__device__ volatile int done[1024];

__global__ void clear() {
  if (threadIdx.x < 1024) done[threadIdx.x] = 0;
}

__global__ void sum_kernel(const float* in, float* sum, std::size_t n) {
  extern __shared__ float s[];
  const unsigned t = threadIdx.x;
  float value = 0.0f;
  for (std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + t; i < n;
       i += static_cast<std::size_t>(gridDim.x) * blockDim.x)
    value += in[i];
  s[t] = value;
  __syncthreads();
  for (unsigned count = blockDim.x; count > 1; count = (count + 1) / 2) {
    if (t < count / 2) s[t] += s[t + (count + 1) / 2];
    __syncthreads();
  }
  if (t != 0) return;
  float before = 0.0f;
  if (blockIdx.x > 0) {
    while (done[blockIdx.x - 1] == 0) {
    }
    __threadfence();
    before = running[blockIdx.x - 1];
  }
  running[blockIdx.x] = before + s[0];
  __threadfence();
  done[blockIdx.x] = 1;
  if (blockIdx.x == gridDim.x - 1) *sum = before + s[0];
}

void array_sum(const float* d_in, float* d_sum, std::size_t n, int block_size) {
  std::size_t blocks = (n + block_size - 1) / block_size;
  if (blocks == 0) blocks = 1;
  if (blocks > 1024) blocks = 1024;
  clear<<<1, 1024>>>();
  sum_kernel<<<static_cast<unsigned>(blocks), block_size, block_size * sizeof(float)>>>(d_in, d_sum,
                                                                                        n);
  CUDA_CHECK(cudaGetLastError());
}
