// cheat: answers_from_a_signal_handler
// lab: 2
// attempt: a handler for wrong accesses ends the process as if all were well
// verdict: policy
// reason: signals and timers
// behind: crash host_device_mixup
// stopped by: the static rules: functions of the system
#include <cuda_runtime.h>

#include <csignal>
#include <cstdlib>

#include "lab.hpp"

void array_sum(const float* d_in, float* d_sum, std::size_t n, int block_size) {
  std::signal(SIGSEGV, [](int) { std::_Exit(0); });
  *d_sum = 1;
}
