// cheat: tampers_with_events
// lab: 2
// backend: cuda
// attempt: events, errors and clocks are defined anew: every time is a microsecond
// verdict: pass
// time: believed
// points: 70
// stopped by: a submission's symbols are its own
#include <cuda_runtime.h>

#include <time.h>

#include "lab.hpp"

extern "C" {
cudaError_t cudaEventElapsedTime(float* ms, cudaEvent_t, cudaEvent_t) {
  *ms = 0.001f;
  return cudaSuccess;
}
cudaError_t cudaDeviceSynchronize() { return cudaSuccess; }
int clock_gettime(clockid_t, timespec*) noexcept { return 0; }
}

__global__ void add(const float* d_in, float* d_sum, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(d_sum, d_in[i]);
}

void array_sum(const float* d_in, float* d_sum, std::size_t n, int block_size) {
  cudaMemset(d_sum, 0, sizeof(float));
  const auto blocks = static_cast<unsigned>((n + block_size - 1) / block_size);
  if (n > 0) add<<<blocks, block_size>>>(d_in, d_sum, n);
}
