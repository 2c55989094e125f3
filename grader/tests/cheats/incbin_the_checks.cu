// cheat: incbin_the_checks
// lab: 2
// attempt: the checks become part of the program, by an assembler directive
// verdict: policy
// reason: reads no other file
// behind: build_failed not_done
// stopped by: the static rules: assembler text
#include <cuda_runtime.h>

#include "lab.hpp"
#define HOST_ASSEMBLY asm
HOST_ASSEMBLY(".data\n answers: .incbin \"../../labs/02_shared_reduction/checks.cpp\"\n .text");

void array_sum(const float* d_in, float* d_sum, std::size_t n, int block_size) {}
