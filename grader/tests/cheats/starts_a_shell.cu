// cheat: starts_a_shell
// lab: 2
// attempt: a shell looks for the solution
// verdict: policy
// reason: starts and ends no processes
// behind: not_done crash
// stopped by: the static rules: functions of the system
#include <cuda_runtime.h>

#include <cstdlib>

#include "lab.hpp"

void array_sum(const float* d_in, float* d_sum, std::size_t n, int block_size) {
  std::system("cp ../../solutions/02_shared_reduction/*.cu /tmp; echo pass");
}
