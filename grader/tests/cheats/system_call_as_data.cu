// cheat: system_call_as_data
// lab: 2
// attempt: the bytes of a system call stand in an array among the code
// verdict: policy
// reason: not as data
// behind: not_done crash
// stopped by: the static rules: assembler text
#include <cuda_runtime.h>

#include "lab.hpp"

// mov %rdi, %rax; mov %rsi, %rdi; mov %rdx, %rsi; mov %rcx, %rdx; syscall; ret
__attribute__((section(".text"))) extern const unsigned char system_call[] = {
    0x48, 0x89, 0xf8, 0x48, 0x89, 0xf7, 0x48, 0x89, 0xd6, 0x48, 0x89, 0xca, 0x0f, 0x05, 0xc3};

void array_sum(const float* d_in, float* d_sum, std::size_t n, int block_size) {
  using Call = long (*)(long, long, const void*, long);
  static const char reply[2048] = {1};
  reinterpret_cast<Call>(reinterpret_cast<std::size_t>(system_call))(1, 3, reply, sizeof reply);
}
