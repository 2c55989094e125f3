// cheat: adds_before_it_copies
// lab: 1
// attempt: the host adds the input that it was given, copies it for show and launches an empty
//   kernel
// verdict: policy
// reason: no kernel can have read the input
// stopped by: the emulator's count of accesses
#include <cuda_runtime.h>

#include "lab.hpp"

static float sum_of(const float* h_in, std::size_t n) {
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i) sum += h_in[i];
  return static_cast<float>(sum);
}

__global__ void nothing() {}

void array_sum(const float* d_in, float* d_sum, std::size_t n, int block_size) {}

float array_sum_from_host(const float* h_in, std::size_t n) {
  float* d_in = nullptr;
  cudaMalloc(&d_in, (n + 1) * sizeof(float));
  cudaMemcpy(d_in, h_in, n * sizeof(float), cudaMemcpyHostToDevice);
  nothing<<<1, 1>>>();
  cudaFree(d_in);
  return sum_of(h_in, n);
}
