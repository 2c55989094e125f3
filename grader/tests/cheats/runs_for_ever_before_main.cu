// cheat: runs_for_ever_before_main
// lab: 2
// attempt: a constructor never ends
// verdict: time_limit
// stopped by: the processor limit, which holds from the process's start
#include <cuda_runtime.h>

#include "lab.hpp"

__attribute__((constructor)) static void wait() {
  for (volatile bool on = true; on;) {
  }
}

void array_sum(const float* d_in, float* d_sum, std::size_t n, int block_size) {}
