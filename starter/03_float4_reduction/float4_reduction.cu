// Lab 03: the sum of an array, four floats in one load.
// Handout: labs/03_float4_reduction/README.md        Judge it: ./lab grade 3
// Write your code between each TODO and its END. The rest may stay as it is.
#include <cuda_runtime.h>

#include <cstdint>

#include "lab.hpp"

// Sums `value` over the block; only thread 0 gets the sum. `partial` is shared
// memory of tree_size floats.
__device__ float block_sum(float value, float* partial, unsigned tree_size) {
  // TODO(task1): your tree of lab 02; each thread brings `value` to it.
  return value;
  // END(task1)
}

// Floats in front of the first one that lies at a multiple of 16 bytes, but
// not more than n.
__device__ std::size_t head_length(const float* d_in, std::size_t n) {
  // TODO(task2): d_in may start at any float. An address is a number as well:
  // reinterpret_cast<std::uintptr_t>(d_in).
  return 0;
  // END(task2)
}

// Each block sums its share of d_in, then adds its sum to *d_sum.
__global__ void array_sum_kernel(const float* d_in, float* d_sum, std::size_t n,
                                 unsigned tree_size) {
  extern __shared__ float partial[];
  float sum = 0.0f;
  // TODO(task1): behind the head, d_in is an array of float4. Read this
  // thread's group into a local, float4 v = groups[g], and add its four values
  // to `sum`. Task 3 comes back here: a thread may have many groups.
  // END(task1)

  // TODO(task2): add the elements that are in no group, each exactly once: the
  // head, and the tail behind the last group.
  // END(task2)

  sum = block_sum(sum, partial, tree_size);
  if (threadIdx.x == 0) atomicAdd(d_sum, sum);
}

// Blocks of a launch for n > 0 elements: at least one.
unsigned grid_size_for(std::size_t n, int block_size) {
  // TODO(task3): this gives each group a thread. Let a thread have at least
  // four groups, and let the grid stop growing where the device is full.
  const std::size_t groups = n / 4 + 1;
  return (groups + block_size - 1) / block_size;
  // END(task3)
}

// The contract is in labs/03_float4_reduction/lab.hpp.
void array_sum(const float* d_in, float* d_sum, std::size_t n, int block_size) {
  // TODO(task1): zero *d_sum and launch grid_size_for(n, block_size) blocks,
  // with shared memory for the tree, as in lab 02.
  // END(task1)
}
