// cheat: kills_the_grader
// lab: 2
// attempt: the process that judges is killed
// verdict: policy
// reason: starts and ends no processes
// behind: not_done crash
// stopped by: the static rules: functions of the system
#include <cuda_runtime.h>

#include <signal.h>
#include <unistd.h>

#include "lab.hpp"

void array_sum(const float* d_in, float* d_sum, std::size_t n, int block_size) {
  kill(getppid(), SIGKILL);
}
