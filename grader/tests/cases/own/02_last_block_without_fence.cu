// case: last_block_without_fence
// lab: 2
// verdict: wrong
// due: data_race
// why: The partial sum and the counter are written without a fence between them.

#include "lab.hpp"

__device__ unsigned arrived = 0;
__device__ float partial[1024];

__global__ void sum_kernel(const float* in, float* sum, std::size_t n) {
  extern __shared__ float s[];
  __shared__ bool last;
  const unsigned t = threadIdx.x;
  const std::size_t stride = static_cast<std::size_t>(gridDim.x) * blockDim.x;
  float value = 0.0f;
  for (std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + t; i < n; i += stride)
    value += in[i];
  s[t] = value;
  __syncthreads();
  for (unsigned count = blockDim.x; count > 1; count = (count + 1) / 2) {
    if (t < count / 2) s[t] += s[t + (count + 1) / 2];
    __syncthreads();
  }
  if (t == 0) {
    partial[blockIdx.x] = s[0];
    last = atomicInc(&arrived, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (!last) return;
  value = 0.0f;
  for (unsigned b = t; b < gridDim.x; b += blockDim.x) value += partial[b];
  s[t] = value;
  __syncthreads();
  for (unsigned count = blockDim.x; count > 1; count = (count + 1) / 2) {
    if (t < count / 2) s[t] += s[t + (count + 1) / 2];
    __syncthreads();
  }
  if (t == 0) *sum = s[0];
}

void array_sum(const float* d_in, float* d_sum, std::size_t n, int block_size) {
  std::size_t blocks = (n + block_size - 1) / block_size;
  if (blocks == 0) blocks = 1;
  if (blocks > 1024) blocks = 1024;
  sum_kernel<<<static_cast<unsigned>(blocks), block_size, block_size * sizeof(float)>>>(d_in, d_sum,
                                                                                        n);
  CUDA_CHECK(cudaGetLastError());
}
