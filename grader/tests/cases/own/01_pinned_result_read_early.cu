// case: pinned_result_read_early
// lab: 1
// verdict: wrong
// due: stream_order wrong_answer
// why: The copy into pinned memory is asynchronous and nothing waits before the host reads.

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
  float *d_in = nullptr, *d_sum = nullptr, *h_sum = nullptr;
  CUDA_CHECK(cudaMallocHost(&h_sum, sizeof(float)), 0.0f);
  CUDA_CHECK(cudaMalloc(&d_in, n * sizeof(float)), 0.0f);
  CUDA_CHECK(cudaMalloc(&d_sum, sizeof(float)), 0.0f);
  CUDA_CHECK(cudaMemcpy(d_in, h_in, n * sizeof(float), cudaMemcpyHostToDevice), 0.0f);
  array_sum(d_in, d_sum, n, 256);
  CUDA_CHECK(cudaMemcpyAsync(h_sum, d_sum, sizeof(float), cudaMemcpyDeviceToHost), 0.0f);
  const float sum = *h_sum;
  CUDA_CHECK(cudaDeviceSynchronize(), sum);
  CUDA_CHECK(cudaFree(d_sum), sum);
  CUDA_CHECK(cudaFree(d_in), sum);
  CUDA_CHECK(cudaFreeHost(h_sum), sum);
  return sum;
}
