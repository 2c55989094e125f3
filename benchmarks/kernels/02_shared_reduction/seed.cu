// Lab 02, the kernel that it starts from: one element a thread, a tree in shared memory. It is
// right for block sizes that are powers of two.
#include <cuda_runtime.h>

#include "lab.hpp"

__global__ void shared_sum_kernel(const float* d_in, float* d_sum, std::size_t n) {
  extern __shared__ float partial[];
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  partial[threadIdx.x] = i < n ? d_in[i] : 0.0f;
  __syncthreads();
  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (threadIdx.x < stride) partial[threadIdx.x] += partial[threadIdx.x + stride];
    __syncthreads();
  }
  if (threadIdx.x == 0) atomicAdd(d_sum, partial[0]);
}

void array_sum(const float* d_in, float* d_sum, std::size_t n, int block_size) {
  CUDA_CHECK(cudaMemset(d_sum, 0, sizeof(float)));
  if (n == 0) return;
  const auto grid_size = static_cast<unsigned>((n + block_size - 1) / block_size);
  shared_sum_kernel<<<grid_size, block_size, block_size * sizeof(float)>>>(d_in, d_sum, n);
  CUDA_CHECK(cudaGetLastError());
}
