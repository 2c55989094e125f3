// cheat: throws_out_of_the_call
// lab: 2
// attempt: an exception passes the grader's comparison by
// verdict: crash
// reason: threw an exception
// stopped by: the worker catches all
#include <cuda_runtime.h>

#include "lab.hpp"

void array_sum(const float* d_in, float* d_sum, std::size_t n, int block_size) { throw 0; }
