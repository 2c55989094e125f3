// case: unsigned_index
// lab: 1
// verdict: wrong
// due: wrong_answer
// why: blockIdx.x * blockDim.x is computed in 32 bits: elements from 2^32 on are never read.

// Lab 01: the sum of an array, one thread for each element.
// Handout: labs/01_atomic_sum/README.md        Judge it: ./lab grade 1
// Write your code between each TODO and its END. The rest may stay as it is.
#include <cuda_runtime.h>

#include "lab.hpp"

// Each thread adds one element of d_in to *d_sum.
__global__ void array_sum_kernel(const float* d_in, float* d_sum, std::size_t n) {
  // SOLVED(task1): a 64-bit index, a bounds check, an addition in one piece.
  const unsigned index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index < n) atomicAdd(d_sum, d_in[index]);
  // END(task1)
}

// The contract is in labs/01_atomic_sum/lab.hpp.
void array_sum(const float* d_in, float* d_sum, std::size_t n, int block_size) {
  // SOLVED(task1): the kernel runs after this, as both are in one stream.
  CUDA_CHECK(cudaMemset(d_sum, 0, sizeof(float)));
  // END(task1)

  // SOLVED(task2): round up; without elements there is nothing to launch.
  if (n == 0) return;
  const std::size_t grid_size = (n + block_size - 1) / block_size;
  // END(task2)

  // SOLVED(task1): a launch returns nothing; its error has to be asked for.
  array_sum_kernel<<<static_cast<unsigned>(grid_size), block_size>>>(d_in, d_sum, n);
  CUDA_CHECK(cudaGetLastError());
  // END(task1)
}

// The contract is in labs/01_atomic_sum/lab.hpp.
float array_sum_from_host(const float* h_in, std::size_t n) {
  float h_sum = -1.0f;  // The copy back replaces it.
  // SOLVED(task3): the copy back waits for the kernel; nothing else has to.
  if (n == 0) return 0.0f;
  float* d_in = nullptr;
  float* d_sum = nullptr;
  CUDA_CHECK(cudaMalloc(&d_in, n * sizeof(float)), h_sum);
  CUDA_CHECK(cudaMalloc(&d_sum, sizeof(float)), h_sum);
  CUDA_CHECK(cudaMemcpy(d_in, h_in, n * sizeof(float), cudaMemcpyHostToDevice), h_sum);
  array_sum(d_in, d_sum, n, 256);
  CUDA_CHECK(cudaMemcpy(&h_sum, d_sum, sizeof(float), cudaMemcpyDeviceToHost), h_sum);
  CUDA_CHECK(cudaFree(d_sum), h_sum);
  CUDA_CHECK(cudaFree(d_in), h_sum);
  // END(task3)
  return h_sum;
}
