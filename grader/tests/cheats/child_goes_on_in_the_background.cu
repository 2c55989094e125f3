// cheat: child_goes_on_in_the_background
// lab: 2
// attempt: a child leaves the group and goes on after the grading
// verdict: policy
// reason: starts and ends no processes
// behind: not_done crash
// stopped by: the static rules: functions of the system
#include <cuda_runtime.h>

#include <unistd.h>

#include "lab.hpp"

void array_sum(const float* d_in, float* d_sum, std::size_t n, int block_size) {
  if (fork() == 0) {
    setsid();
    for (;;) pause();
  }
}
