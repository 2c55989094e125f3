// cheat: replaces_the_runtime
// lab: 2
// attempt: functions of the runtime that the worker calls are defined anew
// verdict: not_done
// stopped by: a submission's symbols are its own
#include <cuda_runtime.h>

#include <time.h>

#include "lab.hpp"

extern "C" {
cudaError_t cudaMemcpy(void*, const void*, std::size_t, cudaMemcpyKind) { return cudaSuccess; }
cudaError_t cudaGetLastError() { return cudaSuccess; }
cudaError_t cudaEventElapsedTime(float* ms, cudaEvent_t, cudaEvent_t) {
  *ms = 0.001f;
  return cudaSuccess;
}
int memcmp(const void*, const void*, std::size_t) { return 0; }
int clock_gettime(clockid_t, timespec*) noexcept { return 0; }
}

void array_sum(const float* d_in, float* d_sum, std::size_t n, int block_size) {}
