// Lab 01: the sum of an array, one thread for each element.
// Handout: labs/01_atomic_sum/README.md        Judge it: ./lab grade 1
// Write your code between each TODO and its END. The rest may stay as it is.
#include <cuda_runtime.h>

#include "lab.hpp"

// Each thread adds one element of d_in to *d_sum.
__global__ void array_sum_kernel(const float* d_in, float* d_sum, std::size_t n) {
  // TODO(task1): compute this thread's global index from blockIdx.x,
  // blockDim.x and threadIdx.x. The last block may have more threads than
  // elements are left. Whoever has an element adds it to *d_sum, in a way that
  // loses nobody else's addition.
  // END(task1)
}

// The contract is in labs/01_atomic_sum/lab.hpp.
void array_sum(const float* d_in, float* d_sum, std::size_t n, int block_size) {
  // TODO(task1): *d_sum holds anything on entry. Set it to zero from here.
  // END(task1)

  // TODO(task2): how many blocks give each of the n elements a thread? n need
  // not be a multiple of block_size, and a launch of no blocks is an error.
  // END(task2)

  // TODO(task1): launch array_sum_kernel, then ask whether the launch failed:
  //     kernel<<<number of blocks, threads in a block>>>(arguments);
  //     CUDA_CHECK(cudaGetLastError());
  // END(task1)
}

// The contract is in labs/01_atomic_sum/lab.hpp.
float array_sum_from_host(const float* h_in, std::size_t n) {
  float h_sum = -1.0f;  // The copy back replaces it.
  // TODO(task3): the five steps. Check each call: CUDA_CHECK(call, h_sum).
  // 1. Allocate d_in and d_sum on the device (cudaMalloc).
  // 2. Copy h_in in (cudaMemcpy).
  // 3. Launch: array_sum does, with a block size of your choice.
  // 4. Copy the sum back, into h_sum (cudaMemcpy).
  // 5. Free what you allocated (cudaFree).
  // END(task3)
  return h_sum;
}
