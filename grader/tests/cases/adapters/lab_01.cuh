// Joined behind a case of lab 01: puts the lab's signatures on its array_sum. block_size is
// ignored, and the pipeline from host memory is a right one.
#undef CUDA_CHECK
#include "lab.hpp"

void array_sum(const float* d_in, float* d_sum, std::size_t n, int) { array_sum(d_in, d_sum, n); }

float array_sum_from_host(const float* h_in, std::size_t n) {
  float sum = 0.0f;
  if (n == 0) return sum;
  float *d_in = nullptr, *d_sum = nullptr;
  CUDA_CHECK(cudaMalloc(&d_in, n * sizeof(float)), sum);
  CUDA_CHECK(cudaMalloc(&d_sum, sizeof(float)), sum);
  CUDA_CHECK(cudaMemcpy(d_in, h_in, n * sizeof(float), cudaMemcpyHostToDevice), sum);
  array_sum(d_in, d_sum, n);
  CUDA_CHECK(cudaMemcpy(&sum, d_sum, sizeof(float), cudaMemcpyDeviceToHost), sum);
  CUDA_CHECK(cudaFree(d_sum), sum);
  CUDA_CHECK(cudaFree(d_in), sum);
  return sum;
}
