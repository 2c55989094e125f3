// cheat: exits_with_success
// lab: 2
// attempt: the process ends with exit code 0 before anything is judged
// verdict: crash
// reason: ended itself with exit code 0
// stopped by: a check without a reply is no pass
#include <cuda_runtime.h>

#include <cstdlib>

#include "lab.hpp"

void array_sum(const float* d_in, float* d_sum, std::size_t n, int block_size) { std::exit(0); }
