// cheat: opens_by_an_internal_name
// lab: 2
// attempt: a file is opened by a name that only the C library uses
// verdict: policy
// reason: opens no files
// behind: not_done crash build_failed
// stopped by: the static rules: functions of the system
#include <cuda_runtime.h>

#include "lab.hpp"

extern "C" int __open64_nocancel(const char*, int, ...);

void array_sum(const float* d_in, float* d_sum, std::size_t n, int block_size) {
  __open64_nocancel("/etc/passwd", 0);
}
