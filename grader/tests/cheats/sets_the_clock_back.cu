// cheat: sets_the_clock_back
// lab: 2
// attempt: the clock is set, so that no time passes
// verdict: policy
// reason: limits, clocks and the environment
// behind: not_done crash
// stopped by: the static rules: functions of the system
#include <cuda_runtime.h>

#include <time.h>

#include "lab.hpp"

void array_sum(const float* d_in, float* d_sum, std::size_t n, int block_size) {
  const timespec zero = {};
  clock_settime(CLOCK_REALTIME, &zero);
}
