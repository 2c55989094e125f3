// case: atomic_ref
// lab: 1
// verdict: correct
// why: The library type in place of atomicAdd, and a kernel in place of the memset.

#include <cuda/atomic>

#include "lab.hpp"

using Sum = cuda::atomic_ref<float, cuda::thread_scope_device>;

__global__ void clear(float* sum) { *sum = 0.0f; }

__global__ void sum_kernel(const float* in, float* sum, std::size_t n) {
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) Sum(*sum).fetch_add(in[i], cuda::memory_order_relaxed);
}

void array_sum(const float* d_in, float* d_sum, std::size_t n, int block_size) {
  clear<<<1, 1>>>(d_sum);
  if (n == 0) return;
  const std::size_t blocks = (n + block_size - 1) / block_size;
  sum_kernel<<<static_cast<unsigned>(blocks), block_size>>>(d_in, d_sum, n);
  CUDA_CHECK(cudaGetLastError());
}

float array_sum_from_host(const float* h_in, std::size_t n) {
  float sum = 0.0f;
  if (n == 0) return sum;
  float *d_in = nullptr, *d_sum = nullptr;
  CUDA_CHECK(cudaMalloc(&d_in, n * sizeof(float)), sum);
  CUDA_CHECK(cudaMalloc(&d_sum, sizeof(float)), sum);
  CUDA_CHECK(cudaMemcpy(d_in, h_in, n * sizeof(float), cudaMemcpyHostToDevice), sum);
  array_sum(d_in, d_sum, n, 256);
  CUDA_CHECK(cudaMemcpy(&sum, d_sum, sizeof(float), cudaMemcpyDeviceToHost), sum);
  CUDA_CHECK(cudaFree(d_sum), sum);
  CUDA_CHECK(cudaFree(d_in), sum);
  return sum;
}
