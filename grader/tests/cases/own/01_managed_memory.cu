// case: managed_memory
// lab: 1
// verdict: correct
// why: The pipeline uses managed memory and reads it after a synchronisation.

#include "lab.hpp"

__global__ void sum_kernel(const float* in, float* sum, std::size_t n) {
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(sum, in[i]);
}

void array_sum(const float* d_in, float* d_sum, std::size_t n, int block_size) {
  CUDA_CHECK(cudaMemset(d_sum, 0, sizeof(float)));
  if (n == 0) return;
  const std::size_t blocks = (n + block_size - 1) / block_size;
  sum_kernel<<<static_cast<unsigned>(blocks), block_size>>>(d_in, d_sum, n);
  CUDA_CHECK(cudaGetLastError());
}

float array_sum_from_host(const float* h_in, std::size_t n) {
  if (n == 0) return 0.0f;
  float *in = nullptr, *sum = nullptr;
  CUDA_CHECK(cudaMallocManaged(&in, n * sizeof(float)), 0.0f);
  CUDA_CHECK(cudaMallocManaged(&sum, sizeof(float)), 0.0f);
  for (std::size_t i = 0; i < n; ++i) in[i] = h_in[i];
  array_sum(in, sum, n, 128);
  CUDA_CHECK(cudaDeviceSynchronize(), 0.0f);
  const float result = *sum;
  CUDA_CHECK(cudaFree(sum), result);
  CUDA_CHECK(cudaFree(in), result);
  return result;
}
