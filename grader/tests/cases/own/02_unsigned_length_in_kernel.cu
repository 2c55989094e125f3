// case: unsigned_length_in_kernel
// lab: 2
// verdict: wrong
// due: wrong_answer
// why: The kernel takes n as an unsigned: 2^32 + 255 elements become 255.

// Lab 02: the sum of an array, a tree in shared memory for each block.
// Handout: labs/02_shared_reduction/README.md        Judge it: ./lab grade 2
// Write your code between each TODO and its END. The rest may stay as it is.
#include <cuda_runtime.h>

#include "lab.hpp"

// Each block sums its elements in `partial`, then adds its sum to *d_sum.
// tree_size is the number of floats in `partial`: a power of two, at least
// blockDim.x and less than twice as much.
__global__ void array_sum_kernel(const float* d_in, float* d_sum, unsigned n,
                                 unsigned tree_size) {
  extern __shared__ float partial[];
  // SOLVED(task4): tree_size < 2 * blockDim.x, so one more store is enough.
  const unsigned surplus = blockDim.x + threadIdx.x;
  if (surplus < tree_size) partial[surplus] = 0.0f;
  // END(task4)

  // SOLVED(task1): 0 is the identity element of +: it changes no sum.
  const std::size_t index = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  partial[threadIdx.x] = index < n ? d_in[index] : 0.0f;
  __syncthreads();
  // END(task1)

  // SOLVED(task2): the barrier stands outside the `if`: all threads reach it.
  for (unsigned stride = tree_size / 2; stride > 0; stride /= 2) {
    if (threadIdx.x < stride) {
      partial[threadIdx.x] += partial[threadIdx.x + stride];
    }
    __syncthreads();
  }
  // END(task2)

  // SOLVED(task3): the thread that made partial[0] hands it over.
  if (threadIdx.x == 0) atomicAdd(d_sum, partial[0]);
  // END(task3)
}

// The size of the tree of a block.
unsigned tree_size_for(int block_size) {
  // SOLVED(task4): the next power of two.
  unsigned tree_size = 1;
  while (tree_size < static_cast<unsigned>(block_size)) tree_size *= 2;
  return tree_size;
  // END(task4)
}

// The contract is in labs/02_shared_reduction/lab.hpp.
void array_sum(const float* d_in, float* d_sum, std::size_t n, int block_size) {
  // SOLVED(task1): lab 01 and the bytes behind `extern __shared__`.
  CUDA_CHECK(cudaMemset(d_sum, 0, sizeof(float)));
  if (n == 0) return;
  const std::size_t grid_size = (n + block_size - 1) / block_size;
  const unsigned tree_size = tree_size_for(block_size);
  array_sum_kernel<<<static_cast<unsigned>(grid_size), block_size, tree_size * sizeof(float)>>>(
      d_in, d_sum, n, tree_size);
  CUDA_CHECK(cudaGetLastError());
  // END(task1)
}
