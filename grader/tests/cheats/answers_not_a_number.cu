// cheat: answers_not_a_number
// lab: 2
// attempt: every comparison with NaN is false
// verdict: wrong_answer not_done
// stopped by: NaN is never right
#include <cuda_runtime.h>

#include "lab.hpp"

__global__ void put(float* d_sum) { *d_sum = __int_as_float(0x7fc00000); }

void array_sum(const float* d_in, float* d_sum, std::size_t n, int block_size) {
  put<<<1, 1>>>(d_sum);
}
