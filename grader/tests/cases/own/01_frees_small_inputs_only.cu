// case: frees_small_inputs_only
// lab: 1
// verdict: wrong
// due: memory_leak cuda_error
// why: A stream-ordered allocation is freed under a condition that only small inputs meet.

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
  float sum = 0.0f;
  if (n == 0) return sum;
  float *d_in = nullptr, *d_sum = nullptr;
  CUDA_CHECK(cudaMallocAsync(&d_in, n * sizeof(float), 0), sum);
  CUDA_CHECK(cudaMallocAsync(&d_sum, sizeof(float), 0), sum);
  CUDA_CHECK(cudaMemcpyAsync(d_in, h_in, n * sizeof(float), cudaMemcpyHostToDevice, 0), sum);
  array_sum(d_in, d_sum, n, 256);
  CUDA_CHECK(cudaMemcpyAsync(&sum, d_sum, sizeof(float), cudaMemcpyDeviceToHost, 0), sum);
  if (n < 100) CUDA_CHECK(cudaFreeAsync(d_in, 0), sum);
  CUDA_CHECK(cudaFreeAsync(d_sum, 0), sum);
  CUDA_CHECK(cudaStreamSynchronize(0), sum);
  return sum;
}
