// cheat: kills_by_a_hidden_name
// lab: 2
// attempt: the C library's second name for kill is declared by hand
// verdict: policy
// reason: starts and ends no processes
// behind: not_done crash
// stopped by: the static rules: functions of the system
#include <cuda_runtime.h>

#include "lab.hpp"

extern "C" int __kill(int, int);

void array_sum(const float* d_in, float* d_sum, std::size_t n, int block_size) { __kill(0, 9); }
