// cheat: include_a_system_file
// lab: 2
// attempt: a file of the machine is read by way of a header folder, its name in a macro
// verdict: policy
// reason: reads nothing but lab.hpp
// behind: build_failed
// stopped by: the static rules: files
#include <cuda_runtime.h>

#include "lab.hpp"
#define PLACE <../../etc/hostname>
const char* const secret =
#include PLACE
    ;

void array_sum(const float* d_in, float* d_sum, std::size_t n, int block_size) {}
