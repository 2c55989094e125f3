// cheat: runs_before_the_worker
// lab: 2
// attempt: a function runs before the worker has moved its descriptors
// verdict: policy
// reason: before a program's constructors
// behind: crash not_done
// stopped by: the static rules: assembler text
#include <cuda_runtime.h>

#include "lab.hpp"

static void first() {
  static const char ready[2048] = {};
  stdout->_fileno = 3;
  fwrite(ready, 1, sizeof ready, stdout);
}
using Function = void (*)();
__attribute__((section(".preinit_array"), used)) static const Function before_all = first;

void array_sum(const float* d_in, float* d_sum, std::size_t n, int block_size) {}
