// Lab 04: an exclusive scan of each tile of an array.
// Handout: labs/04_blelloch_scan/README.md        Judge it: ./lab grade 4
// Write your code between each TODO and its END. The rest may stay as it is.
#include <cuda_runtime.h>

#include "lab.hpp"

// Where slot i of the tree lies in shared memory.
__host__ __device__ unsigned padded(unsigned i) {
  // SOLVED(task4): one unused float behind each 32, the number of banks.
  return i + i / 32;
  // END(task4)
}

// Scans one tile a block. The tree has 2 * blockDim.x slots, a power of two;
// tile_size is at most as much. d_tile_sums may be null.
__global__ void tile_scan_kernel(const float* d_in, float* d_out, float* d_tile_sums, std::size_t n,
                                 unsigned tile_size) {
  extern __shared__ float tree[];
  // SOLVED(task2): every tile is full, except perhaps the last.
  const std::size_t tile_begin = static_cast<std::size_t>(blockIdx.x) * tile_size;
  const unsigned tile_length = min(n - tile_begin, std::size_t{tile_size});
  // END(task2)

  // SOLVED(task1): neighbours read neighbours, and both loads are under way
  // before the first value is stored; 0 where there is no element.
  const unsigned tree_size = 2 * blockDim.x;
  const unsigned first = threadIdx.x, second = first + blockDim.x;
  const float first_in = first < tile_length ? d_in[tile_begin + first] : 0.0f;
  const float second_in = second < tile_length ? d_in[tile_begin + second] : 0.0f;
  tree[padded(first)] = first_in;
  tree[padded(second)] = second_in;
  // END(task1)

  // SOLVED(task1): a round needs all of the last one: a barrier before each.
  for (unsigned distance = 1, pairs = blockDim.x; pairs > 0; distance *= 2, pairs /= 2) {
    __syncthreads();
    if (threadIdx.x < pairs) {
      const unsigned right = distance * (2 * threadIdx.x + 2) - 1;
      tree[padded(right)] += tree[padded(right - distance)];
    }
  }
  // END(task1)

  // SOLVED(task2): thread 0 wrote the root itself, so it need not wait.
  if (threadIdx.x == 0 && d_tile_sums != nullptr) {
    d_tile_sums[blockIdx.x] = tree[padded(tree_size - 1)];
  }
  // END(task2)

  // SOLVED(task1): both values are read before one is overwritten.
  if (threadIdx.x == 0) tree[padded(tree_size - 1)] = 0.0f;
  for (unsigned distance = blockDim.x, pairs = 1; distance > 0; distance /= 2, pairs *= 2) {
    __syncthreads();
    if (threadIdx.x < pairs) {
      const unsigned right = distance * (2 * threadIdx.x + 2) - 1, left = right - distance;
      const float left_sum = tree[padded(left)], before = tree[padded(right)];
      tree[padded(left)] = before;
      tree[padded(right)] = before + left_sum;
    }
  }
  // END(task1)

  // SOLVED(task1): other threads wrote these slots: a barrier first.
  __syncthreads();
  if (first < tile_length) d_out[tile_begin + first] = tree[padded(first)];
  if (second < tile_length) d_out[tile_begin + second] = tree[padded(second)];
  // END(task1)
}

// Threads of a block that scans tiles of 2 * block_size elements.
unsigned threads_for(int block_size) {
  // SOLVED(task3): the next power of two; the surplus slots hold zeros.
  unsigned threads = 1;
  while (threads < static_cast<unsigned>(block_size)) threads *= 2;
  return threads;
  // END(task3)
}

// The contract is in labs/04_blelloch_scan/lab.hpp.
void tile_scan(const float* d_in, float* d_out, float* d_tile_sums, std::size_t n, int block_size) {
  // SOLVED(task1): one block a tile. (Task 2: rounded up, and none for n = 0.)
  if (n == 0) return;
  const unsigned tile_size = 2 * static_cast<unsigned>(block_size);
  const std::size_t tiles = (n + tile_size - 1) / tile_size;
  const unsigned threads = threads_for(block_size);
  const std::size_t shared_bytes = (padded(2 * threads - 1) + 1) * sizeof(float);
  tile_scan_kernel<<<static_cast<unsigned>(tiles), threads, shared_bytes>>>(
      d_in, d_out, d_tile_sums, n, tile_size);
  CUDA_CHECK(cudaGetLastError());
  // END(task1)
}
