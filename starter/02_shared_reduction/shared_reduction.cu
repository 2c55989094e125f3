// Lab 02: the sum of an array, a tree in shared memory for each block.
// Handout: labs/02_shared_reduction/README.md        Judge it: ./lab grade 2
// Write your code between each TODO and its END. The rest may stay as it is.
#include <cuda_runtime.h>

#include "lab.hpp"

// Each block sums its elements in `partial`, then adds its sum to *d_sum.
// tree_size is the number of floats in `partial`: a power of two, at least
// blockDim.x and less than twice as much.
__global__ void array_sum_kernel(const float* d_in, float* d_sum, std::size_t n,
                                 unsigned tree_size) {
  extern __shared__ float partial[];
  // TODO(task4): where tree_size is more than blockDim.x, some slots are no
  // thread's own. They have to be filled as well.
  // END(task4)

  // TODO(task1): put this thread's element into partial[threadIdx.x]. What
  // belongs there where there is no element? Then wait for all threads.
  // END(task1)

  // TODO(task2): halve the tree until partial[0] is the block's sum. In each
  // round, the threads of the lower half add a value of the upper half to
  // their own. What must all threads have done before the next round begins?
  // END(task2)

  // TODO(task3): add the block's sum to *d_sum, by one atomic for the block.
  // END(task3)
}

// The size of the tree of a block.
unsigned tree_size_for(int block_size) {
  // TODO(task4): this is right where block_size is a power of two.
  return static_cast<unsigned>(block_size);
  // END(task4)
}

// The contract is in labs/02_shared_reduction/lab.hpp.
void array_sum(const float* d_in, float* d_sum, std::size_t n, int block_size) {
  // TODO(task1): zero *d_sum, count the blocks and launch, as in lab 01. The
  // third value of a launch is the bytes of shared memory for a block; the tree
  // has tree_size_for(block_size) floats:
  //     kernel<<<blocks, threads in a block, bytes>>>(arguments);
  // END(task1)
}
