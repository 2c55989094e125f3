// case: input_borrowed_and_given_back
// lab: 2
// verdict: wrong
// due: input_modified
// why: Reduces in the input, having saved it, and copies it back before returning.

#include "lab.hpp"

__global__ void halve(float* data, std::size_t half, std::size_t count) {
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < count / 2) data[i] += data[i + half];
}

__global__ void take(const float* data, float* sum) { *sum = data[0]; }

void array_sum(const float* d_in, float* d_sum, std::size_t n, int block_size) {
  CUDA_CHECK(cudaMemset(d_sum, 0, sizeof(float)));
  if (n == 0) return;
  float *data = const_cast<float*>(d_in), *saved = nullptr;
  CUDA_CHECK(cudaMalloc(&saved, n * sizeof(float)));
  CUDA_CHECK(cudaMemcpy(saved, d_in, n * sizeof(float), cudaMemcpyDeviceToDevice));
  for (std::size_t count = n; count > 1; count = (count + 1) / 2) {
    const std::size_t half = (count + 1) / 2;
    halve<<<static_cast<unsigned>((half + block_size - 1) / block_size), block_size>>>(data, half,
                                                                                       count);
  }
  take<<<1, 1>>>(data, d_sum);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaMemcpy(data, saved, n * sizeof(float), cudaMemcpyDeviceToDevice));
  CUDA_CHECK(cudaFree(saved));
}
