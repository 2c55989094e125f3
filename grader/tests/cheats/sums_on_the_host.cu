// cheat: sums_on_the_host
// lab: 2
// attempt: the input is copied to the host, the sum to the device; no kernel
// verdict: policy
// reason: no kernel was launched
// stopped by: the emulator's count of launches
#include <cuda_runtime.h>

#include <vector>

#include "lab.hpp"

static float sum_of(const float* h_in, std::size_t n) {
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i) sum += h_in[i];
  return static_cast<float>(sum);
}

void array_sum(const float* d_in, float* d_sum, std::size_t n, int block_size) {
  std::vector<float> h_in(n);
  cudaMemcpy(h_in.data(), d_in, n * sizeof(float), cudaMemcpyDeviceToHost);
  const float sum = sum_of(h_in.data(), n);
  cudaMemcpy(d_sum, &sum, sizeof sum, cudaMemcpyHostToDevice);
}
