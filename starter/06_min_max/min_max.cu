// Lab 06: the smallest and the largest element of an array.
// Handout: labs/06_min_max/README.md        Judge it: ./lab grade 6
// Write your code between each TODO and its END. The rest may stay as it is.
#include <cuda_runtime.h>

#include <cmath>

#include "lab.hpp"

constexpr unsigned block_size = 512;  // threads in a block

// The smallest and the largest of some elements.
struct Range {
  float low, high;
};

__device__ Range combined(Range a, Range b) { return {fminf(a.low, b.low), fmaxf(a.high, b.high)}; }

// The range of no elements at all: combined with another, it changes nothing.
__device__ Range empty_range() {
  // TODO(task1): which two values are these? <cmath> has INFINITY.
  return {0.0f, 0.0f};
  // END(task1)
}

// The range of the elements that this thread reads.
__device__ Range thread_range(const float* d_in, std::size_t n) {
  Range range = empty_range();
  // TODO(task1): one element, if there is one. Task 4 comes back here.
  // END(task1)
  return range;
}

// The range of all threads of a block from their own; only thread 0 gets it.
// TODO(task1): combine them as lab 02 adds up the sums of its threads.
__device__ Range block_range(Range range) { return range; }
// END(task1)

// Block b leaves its range in d_low[b] and d_high[b].
__global__ void min_max_kernel(const float* d_in, float* d_low, float* d_high, std::size_t n) {
  const Range range = block_range(thread_range(d_in, n));
  if (threadIdx.x == 0) {
    d_low[blockIdx.x] = range.low;
    d_high[blockIdx.x] = range.high;
  }
}

// Blocks of a launch over n elements, none of them without one; 1 where n = 0.
unsigned grid_size_for(std::size_t n) {
  // TODO(task2): this is right for one block. Task 4 comes back here.
  return 1;
  // END(task2)
}

// Floats that a launch leaves, rounded up: what lies behind is 16-byte aligned.
std::size_t scratch_floats(std::size_t grid_size) { return (2 * grid_size + 3) / 4 * 4; }

// The contract of both functions is in labs/06_min_max/lab.hpp.
std::size_t min_max_workspace_bytes(std::size_t n) {
  // TODO(task3): this is enough for one launch. Work out the bytes for all.
  return scratch_floats(grid_size_for(n)) * sizeof(float);
  // END(task3)
}

void min_max(const float* d_in, float* d_min, float* d_max, std::size_t n, void* d_workspace) {
  // TODO(task2): more than one block? Launch them to write to the workspace.
  // What they leave is the d_in of the next launch. Task 3: until one is enough.
  // END(task2)

  // TODO(task1): launch one block, which writes to d_min and d_max.
  // END(task1)
}
