// Lab 03: the sum of an array, four floats in one load.
// Handout: labs/03_float4_reduction/README.md        Judge it: ./lab grade 3
// Write your code between each TODO and its END. The rest may stay as it is.
#include <cuda_runtime.h>

#include <cstdint>

#include "lab.hpp"

// Sums `value` over the block; only thread 0 gets the sum. `partial` is shared
// memory of tree_size floats.
__device__ float block_sum(float value, float* partial, unsigned tree_size) {
  // SOLVED(task1): the tree of lab 02.
  partial[threadIdx.x] = value;
  const unsigned surplus = blockDim.x + threadIdx.x;
  if (surplus < tree_size) partial[surplus] = 0.0f;
  __syncthreads();
  for (unsigned stride = tree_size / 2; stride > 0; stride /= 2) {
    if (threadIdx.x < stride) {
      partial[threadIdx.x] += partial[threadIdx.x + stride];
    }
    __syncthreads();
  }
  return partial[0];
  // END(task1)
}

// Floats in front of the first one that lies at a multiple of 16 bytes, but
// not more than n.
__device__ std::size_t head_length(const float* d_in, std::size_t n) {
  // SOLVED(task2): a float at 16 * k + 4 has three floats to go, and so on.
  const std::size_t misaligned =
      reinterpret_cast<std::uintptr_t>(d_in) % sizeof(float4) / sizeof(float);
  const std::size_t head = misaligned == 0 ? 0 : 4 - misaligned;
  return min(head, n);
  // END(task2)
}

// Each block sums its share of d_in, then adds its sum to *d_sum.
__global__ void array_sum_kernel(const float* d_in, float* d_sum, std::size_t n,
                                 unsigned tree_size) {
  extern __shared__ float partial[];
  float sum = 0.0f;
  // SOLVED(task1): one 16-byte load a group. (Task 3: a grid-stride loop over
  // tiles of four groups a thread, all of them read before the first is used.
  // __ldcs(p) is *p, with the hint that nobody reads it again.)
  const std::size_t index = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  const std::size_t thread_count = static_cast<std::size_t>(gridDim.x) * blockDim.x;
  const std::size_t head = head_length(d_in, n);
  const float4* groups = reinterpret_cast<const float4*>(d_in + head);
  const std::size_t group_count = (n - head) / 4;
  const std::size_t tile_size = std::size_t{4} * blockDim.x;
  const std::size_t tiles = group_count / tile_size;
  for (std::size_t tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    const float4* p = groups + tile * tile_size + threadIdx.x;
    const float4 v0 = __ldcs(p), v1 = __ldcs(p + blockDim.x);
    const float4 v2 = __ldcs(p + 2 * blockDim.x), v3 = __ldcs(p + 3 * blockDim.x);
    sum += ((v0.x + v0.y) + (v0.z + v0.w)) + ((v1.x + v1.y) + (v1.z + v1.w)) +
           ((v2.x + v2.y) + (v2.z + v2.w)) + ((v3.x + v3.y) + (v3.z + v3.w));
  }
  for (std::size_t g = tiles * tile_size + index; g < group_count; g += thread_count) {
    const float4 v = groups[g];
    sum += (v.x + v.y) + (v.z + v.w);
  }
  // END(task1)

  // SOLVED(task2): loops, as a grid may have fewer threads than the tail.
  for (std::size_t i = index; i < head; i += thread_count) sum += d_in[i];
  for (std::size_t i = head + 4 * group_count + index; i < n; i += thread_count) sum += d_in[i];
  // END(task2)

  sum = block_sum(sum, partial, tree_size);
  if (threadIdx.x == 0) atomicAdd(d_sum, sum);
}

// Blocks of a launch for n > 0 elements: at least one.
unsigned grid_size_for(std::size_t n, int block_size) {
  // SOLVED(task3): a tile a block, until the grid has as many threads as a large
  // device runs at a time: 132 multiprocessors with 2048 threads each.
  const std::size_t max_grid_size = 132 * 2048 / block_size;
  const std::size_t groups_per_block = std::size_t{4} * block_size;
  const std::size_t grid_size = n / 4 / groups_per_block + 1;
  return min(grid_size, max_grid_size);
  // END(task3)
}

// The contract is in labs/03_float4_reduction/lab.hpp.
void array_sum(const float* d_in, float* d_sum, std::size_t n, int block_size) {
  // SOLVED(task1): as in lab 02, with another grid.
  CUDA_CHECK(cudaMemset(d_sum, 0, sizeof(float)));
  if (n == 0) return;
  unsigned tree_size = 1;
  while (tree_size < static_cast<unsigned>(block_size)) tree_size *= 2;
  array_sum_kernel<<<grid_size_for(n, block_size), block_size, tree_size * sizeof(float)>>>(
      d_in, d_sum, n, tree_size);
  CUDA_CHECK(cudaGetLastError());
  // END(task1)
}
