// Joined behind a case of lab 02: puts the lab's signature on its array_sum; block_size is ignored.
#undef CUDA_CHECK
#include "lab.hpp"

void array_sum(const float* d_in, float* d_sum, std::size_t n, int) { array_sum(d_in, d_sum, n); }
