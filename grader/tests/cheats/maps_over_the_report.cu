// cheat: maps_over_the_report
// lab: 2
// attempt: the page of findings is made unwritable
// verdict: policy
// reason: malloc, new and the CUDA runtime
// behind: not_done crash
// stopped by: the static rules: functions of the system
#include <cuda_runtime.h>

#include <sys/mman.h>

#include "lab.hpp"

void array_sum(const float* d_in, float* d_sum, std::size_t n, int block_size) {
  for (char* page = reinterpret_cast<char*>(0x7f0000000000);
       page < reinterpret_cast<char*>(0x7f0000100000); page += 4096)
    mprotect(page, 4096, PROT_READ);
}
