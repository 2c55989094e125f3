// Lab 04: an exclusive scan of each tile of an array.
// Handout: labs/04_blelloch_scan/README.md        Judge it: ./lab grade 4
// Write your code between each TODO and its END. The rest may stay as it is.
#include <cuda_runtime.h>

#include "lab.hpp"

// Where slot i of the tree lies in shared memory.
__host__ __device__ unsigned padded(unsigned i) {
  // TODO(task4): the slots lie side by side, so that those of a large distance
  // meet in one bank. Leave a gap behind each 32 slots.
  return i;
  // END(task4)
}

// Scans one tile a block. The tree has 2 * blockDim.x slots, a power of two;
// tile_size is at most as much. d_tile_sums may be null.
__global__ void tile_scan_kernel(const float* d_in, float* d_out, float* d_tile_sums, std::size_t n,
                                 unsigned tile_size) {
  extern __shared__ float tree[];
  // TODO(task2): where in d_in does this block's tile begin, and how many
  // elements has it? In task 1 the answers are 0 and tile_size.
  // END(task2)

  // TODO(task1): load two slots: tree[padded(i)] for i = threadIdx.x and for
  // i = threadIdx.x + blockDim.x. (Task 2: what if there is no element for i?)
  // END(task1)

  // TODO(task1): up-sweep. In the round of distance 1, 2, 4, ... thread t adds
  // slot distance * (2 * t + 1) - 1, the left one, to the right one, which is
  // slot distance * (2 * t + 2) - 1. Which threads have a pair in the tree?
  // END(task1)

  // TODO(task2): the root, the last slot, holds the tile's sum now. Keep it in
  // d_tile_sums, unless that is null, before the root is overwritten.
  // END(task2)

  // TODO(task1): set the root to zero, as nothing lies before the tile. Then
  // the down-sweep, over the same pairs with falling distance: the left slot
  // gets the right one's value; the right one adds what the left one held.
  // END(task1)

  // TODO(task1): store the two slots of this thread in d_out.
  // END(task1)
}

// Threads of a block that scans tiles of 2 * block_size elements.
unsigned threads_for(int block_size) {
  // TODO(task3): this is right where block_size is a power of two.
  return static_cast<unsigned>(block_size);
  // END(task3)
}

// The contract is in labs/04_blelloch_scan/lab.hpp.
void tile_scan(const float* d_in, float* d_out, float* d_tile_sums, std::size_t n, int block_size) {
  // TODO(task1): launch one block, with room for the tree: one float for each
  // slot. (Task 2: as many blocks as there are tiles. Task 4: and the gaps.)
  // END(task1)
}
