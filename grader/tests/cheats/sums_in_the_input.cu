// cheat: sums_in_the_input
// lab: 2
// attempt: the tree is built in the input, where no shared memory has to be thought of
// verdict: input_modified data_race
// points: 70
// stopped by: inputs are compared after each call
#include <cuda_runtime.h>

#include "lab.hpp"

__global__ void halve(float* values, std::size_t half, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < half && i + half < n) values[i] += values[i + half];
}

void array_sum(const float* d_in, float* d_sum, std::size_t n, int block_size) {
  float* const values = const_cast<float*>(d_in);
  for (std::size_t left = n; left > 1; left = (left + 1) / 2) {
    const std::size_t half = (left + 1) / 2;
    halve<<<static_cast<unsigned>((half + block_size - 1) / block_size), block_size>>>(values, half,
                                                                                       left);
  }
  if (n == 0) cudaMemset(d_sum, 0, sizeof(float));
  if (n > 0) cudaMemcpy(d_sum, values, sizeof(float), cudaMemcpyDeviceToDevice);
}
