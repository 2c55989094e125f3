// cheat: system_call_by_assembly
// lab: 2
// attempt: a record goes to the grader's socket by a bare system call
// verdict: policy
// reason: makes no system calls
// behind: not_done crash
// stopped by: the static rules: assembler text
#include <cuda_runtime.h>

#include "lab.hpp"
#define HOST_ASSEMBLY asm

static long write_to(long descriptor, const void* data, long bytes) {
  long result = 1;  // write
  HOST_ASSEMBLY volatile("syscall"
                         : "+a"(result)
                         : "D"(descriptor), "S"(data), "d"(bytes)
                         : "rcx", "r11", "memory");
  return result;
}

void array_sum(const float* d_in, float* d_sum, std::size_t n, int block_size) {
  static const char reply[2048] = {1};
  write_to(3, reply, sizeof reply);
}
