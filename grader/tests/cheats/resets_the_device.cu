// cheat: resets_the_device
// lab: 2
// attempt: the device is reset, and with it what the grader has put there
// verdict: policy
// reason: cudaDeviceReset
// stopped by: the runtime: it belongs to the caller
#include <cuda_runtime.h>

#include "lab.hpp"

void array_sum(const float* d_in, float* d_sum, std::size_t n, int block_size) {
  cudaDeviceReset();
}
