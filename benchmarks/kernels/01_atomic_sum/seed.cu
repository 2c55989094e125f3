// Lab 01, the kernel that it starts from: one atomic an element, the index an int.
#include <cuda_runtime.h>

#include "lab.hpp"

__global__ void atomic_sum_kernel(const float* d_in, float* d_sum, int n) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) atomicAdd(d_sum, d_in[i]);
}

void array_sum(const float* d_in, float* d_sum, std::size_t n, int block_size) {
  CUDA_CHECK(cudaMemset(d_sum, 0, sizeof(float)));
  if (n == 0) return;
  const auto grid_size = static_cast<unsigned>((n + block_size - 1) / block_size);
  atomic_sum_kernel<<<grid_size, block_size>>>(d_in, d_sum, static_cast<int>(n));
  CUDA_CHECK(cudaGetLastError());
}

float array_sum_from_host(const float* h_in, std::size_t n) {
  if (n == 0) return 0.0f;
  float* d_in = nullptr;
  float* d_sum = nullptr;
  float sum = 0.0f;
  CUDA_CHECK(cudaMalloc(&d_in, n * sizeof(float)), 0.0f);
  CUDA_CHECK(cudaMalloc(&d_sum, sizeof(float)), 0.0f);
  CUDA_CHECK(cudaMemcpy(d_in, h_in, n * sizeof(float), cudaMemcpyHostToDevice), 0.0f);
  array_sum(d_in, d_sum, n, 256);
  CUDA_CHECK(cudaMemcpy(&sum, d_sum, sizeof(float), cudaMemcpyDeviceToHost), 0.0f);
  CUDA_CHECK(cudaFree(d_sum), 0.0f);
  CUDA_CHECK(cudaFree(d_in), 0.0f);
  return sum;
}
