// Lab 05: an exclusive scan of an array of any length.
// Handout: labs/05_multi_block_scan/README.md        Judge it: ./lab grade 5
// Write your code between each TODO and its END. The rest may stay as it is.
#include <cuda_runtime.h>

#include "lab.hpp"

// TODO(task1): bring over from lab 04 what scans the tiles of an array: padded,
// tile_scan_kernel and threads_for. What follows may change with them.

// Adds d_bases[t] to every element of tile t of d_out. A base is the sum of all
// tiles in front of a tile.
__global__ void add_bases_kernel(float* d_out, const float* d_bases, std::size_t n,
                                 unsigned tile_size) {
  // One block a tile, or one thread an element, as you like.
}

// Tiles of 2 * block_size elements that n elements fill, the last in part.
std::size_t tile_count(std::size_t n, int block_size) {
  const std::size_t tile_size = 2 * static_cast<std::size_t>(block_size);
  return (n + tile_size - 1) / tile_size;
}
// END(task1)

// Floats of a level's sums, so that the next level's sums are 16-byte aligned.
std::size_t rounded_up(std::size_t sums) { return (sums + 3) / 4 * 4; }

// The contract of both functions is in labs/05_multi_block_scan/lab.hpp.
std::size_t scan_workspace_bytes(std::size_t n, int block_size) {
  // TODO(task4): this is more than any depth takes. Work out what you use.
  return (n + 1024) * sizeof(float);
  // END(task4)
}

// Exclusive scan of n > 0 elements, also in place. d_sums has room for the sums
// of the tiles of d_in and, behind them, for those of all further levels.
void scan_level(const float* d_in, float* d_out, std::size_t n, int block_size, float* d_sums) {
  // TODO(task1): scan the tiles of d_in. If there is more than one, keep their
  // sums in d_sums.
  // END(task1)

  // TODO(task2): scan the sums, in place: they become the bases. Begin with
  // sums that fit one tile. Task 3 comes back here: the sums are an array like
  // d_in, of any length.
  // END(task2)

  // TODO(task1): add to each tile of d_out its base.
  // END(task1)
}

void exclusive_scan(const float* d_in, float* d_out, std::size_t n, int block_size,
                    void* d_workspace) {
  // TODO(task1): call scan_level, unless there is nothing to scan.
  // END(task1)
}
