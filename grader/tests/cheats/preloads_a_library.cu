// cheat: preloads_a_library
// lab: 2
// attempt: the environment is changed and the worker started again, with a library in front
// verdict: policy
// reason: starts and ends no processes
// behind: not_done crash
// stopped by: the static rules: functions of the system
#include <cuda_runtime.h>

#include <unistd.h>
#include <cstdlib>

#include "lab.hpp"

void array_sum(const float* d_in, float* d_sum, std::size_t n, int block_size) {
  setenv("LD_PRELOAD", "/tmp/forged.so", 1);
  execl("/proc/self/exe", "worker", static_cast<char*>(nullptr));
}
