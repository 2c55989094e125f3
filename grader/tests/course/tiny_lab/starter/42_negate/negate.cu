// Lab 42: the negated array.
// Handout: labs/42_negate/README.md        Judge it: ./lab grade 42
#include <cuda_runtime.h>

#include "lab.hpp"

// Each thread negates one element.
__global__ void negate_kernel(const float* d_in, float* d_out, std::size_t n) {
  // TODO(task1): compute this thread's index and write its element.
  // END(task1)
}

void negate(const float* d_in, float* d_out, std::size_t n, int block_size) {
  // TODO(task2): how many blocks give each of the n elements a thread?
  // END(task2)

  // TODO(task1): launch negate_kernel.
  // END(task1)
}
