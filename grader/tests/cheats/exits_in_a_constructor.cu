// cheat: exits_in_a_constructor
// lab: 2
// attempt: the process ends with success before main
// verdict: crash
// reason: ended itself
// stopped by: a check without a reply is no pass
#include <cuda_runtime.h>

#include <cstdlib>

#include "lab.hpp"

__attribute__((constructor)) static void leave() { std::_Exit(0); }

void array_sum(const float* d_in, float* d_sum, std::size_t n, int block_size) {}
