// case: freed_under_the_kernel
// lab: 1
// verdict: wrong
// due: stream_order out_of_bounds cuda_error wrong_answer data_race
// why: The input is freed in a stream that does not wait for the kernel which reads it.

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
  cudaStream_t side;
  CUDA_CHECK(cudaStreamCreateWithFlags(&side, cudaStreamNonBlocking), sum);
  float *d_in = nullptr, *d_sum = nullptr;
  CUDA_CHECK(cudaMallocAsync(&d_in, n * sizeof(float), side), sum);
  CUDA_CHECK(cudaMemcpyAsync(d_in, h_in, n * sizeof(float), cudaMemcpyHostToDevice, side), sum);
  CUDA_CHECK(cudaStreamSynchronize(side), sum);
  CUDA_CHECK(cudaMalloc(&d_sum, sizeof(float)), sum);
  array_sum(d_in, d_sum, n, 256);
  CUDA_CHECK(cudaFreeAsync(d_in, side), sum);
  CUDA_CHECK(cudaMemcpy(&sum, d_sum, sizeof(float), cudaMemcpyDeviceToHost), sum);
  CUDA_CHECK(cudaFree(d_sum), sum);
  CUDA_CHECK(cudaStreamDestroy(side), sum);
  return sum;
}
