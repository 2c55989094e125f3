// cheat: sums_in_pinned_memory
// lab: 2
// attempt: a kernel copies the input to pinned memory, where the host adds it
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

__global__ void hand_over(const float* d_in, float* h_copy, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) h_copy[i] = d_in[i];
}

__global__ void put(float* d_sum, float value) { *d_sum = value; }

void array_sum(const float* d_in, float* d_sum, std::size_t n, int block_size) {
  float* both = nullptr;
  cudaMallocHost(&both, (n + 1) * sizeof(float));
  if (n > 0)
    hand_over<<<static_cast<unsigned>((n + block_size - 1) / block_size), block_size>>>(d_in, both,
                                                                                        n);
  cudaDeviceSynchronize();
  put<<<1, 1>>>(d_sum, sum_of(both, n));
  cudaFreeHost(both);
}
