// case: backwards_2d_grid
// lab: 1
// verdict: correct
// why: A two-dimensional grid that reads the array from its end.

#include "lab.hpp"

__global__ void sum_kernel(const float* in, float* sum, std::size_t n) {
  const std::size_t block = static_cast<std::size_t>(blockIdx.y) * gridDim.x + blockIdx.x;
  const std::size_t i = block * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(sum, in[n - 1 - i]);
}

void array_sum(const float* d_in, float* d_sum, std::size_t n, int block_size) {
  CUDA_CHECK(cudaMemset(d_sum, 0, sizeof(float)));
  if (n == 0) return;
  const std::size_t blocks = (n + block_size - 1) / block_size;
  const unsigned width = blocks < 65536 ? static_cast<unsigned>(blocks) : 65536u;
  const dim3 grid(width, static_cast<unsigned>((blocks + width - 1) / width));
  sum_kernel<<<grid, block_size>>>(d_in, d_sum, n);
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
