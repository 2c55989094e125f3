// cheat: ignores_the_time_limit
// lab: 2
// attempt: the signal of the time limit is ignored and the timer switched off
// verdict: policy
// reason: signals and timers
// behind: time_limit crash
// stopped by: the static rules: functions of the system
#include <cuda_runtime.h>

#include <signal.h>
#include <sys/time.h>

#include "lab.hpp"

void array_sum(const float* d_in, float* d_sum, std::size_t n, int block_size) {
  signal(SIGXCPU, SIG_IGN);
  signal(SIGPROF, SIG_IGN);
  const itimerval off = {};
  setitimer(ITIMER_PROF, &off, nullptr);
  for (volatile bool on = true; on;) {
  }
}
