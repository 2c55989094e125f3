// cheat: hides_code_from_the_checks
// lab: 2
// attempt: host code without instrumentation reads device memory, a macro hides the attribute
// verdict: policy
// reason: takes code away
// behind: policy
// stopped by: the static rules: attributes
#include <cuda_runtime.h>

#include "lab.hpp"
#define JOINED(a, b) a##b
#define QUIET __attribute__((JOINED(no_sani, tize)("thread")))

QUIET static float sum_of(const float* d_in, std::size_t n) {
  float sum = 0;
  for (std::size_t i = 0; i < n; ++i) sum += d_in[i];
  return sum;
}

__global__ void put(float* d_sum, float value) { *d_sum = value; }

void array_sum(const float* d_in, float* d_sum, std::size_t n, int block_size) {
  put<<<1, 1>>>(d_sum, sum_of(d_in, n));
}
