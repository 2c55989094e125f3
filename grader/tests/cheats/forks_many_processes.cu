// cheat: forks_many_processes
// lab: 2
// attempt: processes are started until the machine has no more, or 200
// verdict: policy
// reason: starts and ends no processes
// behind: not_done crash time_limit
// stopped by: the static rules: functions of the system
#include <cuda_runtime.h>

#include <unistd.h>

#include "lab.hpp"

void array_sum(const float* d_in, float* d_sum, std::size_t n, int block_size) {
  for (int k = 0; k < 200; ++k) {
    const pid_t child = fork();
    if (child < 0) break;
    if (child == 0)
      for (;;) pause();
  }
}
