// cheat: sleeps_through_the_limit
// lab: 2
// attempt: the processor limit is met by sleeping
// verdict: time_limit
// stopped by: the limit of wall time
#include <cuda_runtime.h>

#include <chrono>
#include <thread>

#include "lab.hpp"

void array_sum(const float* d_in, float* d_sum, std::size_t n, int block_size) {
  std::this_thread::sleep_for(std::chrono::hours(24));
}
