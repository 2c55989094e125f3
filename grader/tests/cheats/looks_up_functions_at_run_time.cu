// cheat: looks_up_functions_at_run_time
// lab: 2
// attempt: names that the linker never sees are looked up
// verdict: policy
// reason: loads no other
// behind: not_done crash build_failed
// stopped by: the static rules: functions of the system
#include <cuda_runtime.h>

#include <dlfcn.h>

#include "lab.hpp"

void array_sum(const float* d_in, float* d_sum, std::size_t n, int block_size) {
  using Kill = int (*)(int, int);
  if (const auto kill = reinterpret_cast<Kill>(dlsym(nullptr, "kill"))) kill(0, 9);
}
