// cheat: sums_in_managed_memory
// lab: 2
// attempt: the input is copied to managed memory, where the host adds it
// verdict: policy
// reason: came back to it
// stopped by: the emulator's count of what the host could see
#include <cuda_runtime.h>

#include "lab.hpp"

static float sum_of(const float* h_in, std::size_t n) {
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i) sum += h_in[i];
  return static_cast<float>(sum);
}

__global__ void put(float* d_sum, float value) { *d_sum = value; }

void array_sum(const float* d_in, float* d_sum, std::size_t n, int block_size) {
  float* both = nullptr;
  cudaMallocManaged(&both, (n + 1) * sizeof(float));
  cudaMemcpy(both, d_in, n * sizeof(float), cudaMemcpyDeviceToDevice);
  cudaDeviceSynchronize();
  put<<<1, 1>>>(d_sum, sum_of(both, n));
  cudaFree(both);
}
