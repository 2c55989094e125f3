// cheat: jumps_out_of_the_call
// lab: 2
// attempt: the call is left by longjmp into an earlier one
// verdict: policy
// reason: left by return
// behind: not_done crash
// stopped by: the static rules: functions of the system
#include <cuda_runtime.h>

#include <csetjmp>

#include "lab.hpp"

static std::jmp_buf back;
__attribute__((destructor)) static void again() { std::longjmp(back, 1); }

void array_sum(const float* d_in, float* d_sum, std::size_t n, int block_size) {
  if (setjmp(back) == 0) return;
}
