// Lab 42: the negated array.
// Handout: labs/42_negate/README.md        Judge it: ./lab grade 42
#include <cuda_runtime.h>

#include "lab.hpp"

// Each thread negates one element.
__global__ void negate_kernel(const float* d_in, float* d_out, std::size_t n) {
  // SOLVED(task1): a 64-bit index, and a bounds check.
  const std::size_t index = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (index < n) d_out[index] = -d_in[index];
  // END(task1)
}

void negate(const float* d_in, float* d_out, std::size_t n, int block_size) {
  // SOLVED(task2): round up; without elements there is nothing to launch.
  if (n == 0) return;
  const std::size_t grid_size = (n + block_size - 1) / block_size;
  // END(task2)

  // SOLVED(task1): the error of a launch stays pending for whoever asks.
  negate_kernel<<<static_cast<unsigned>(grid_size), block_size>>>(d_in, d_out, n);
  // END(task1)
}
