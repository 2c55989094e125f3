// Lab 07: the kept elements of an array, packed in their order.
// Handout: labs/07_stream_compaction/README.md        Judge it: ./lab grade 7
// Write your code between each TODO and its END. The rest may stay as it is.
#include <cuda_runtime.h>

#include "lab.hpp"

// TODO(task1): a kernel that turns the flags of a tile into 0 and 1 and scans
// them, and a kernel that moves each kept element to its position. The last
// position and the last flag give the count. How long a tile is, and whether a
// block or a warp owns it, is up to you; 256 elements have to fit.
// END(task1)

// TODO(task3): bring over from lab 05 what scans an array, for unsigned.
// END(task3)

// Parts of `size` that n elements fill, the last in part.
std::size_t part_count(std::size_t n, std::size_t size) { return (n + size - 1) / size; }

// Turns n > 0 counts into their exclusive scan, in place and at any depth. The
// sums that it needs on the way go behind the counts, d_counts[n] and on; task 4
// makes that room. False where a launch failed.
bool scan_counts(unsigned* d_counts, std::size_t n) {
  // TODO(task3): how many elements each tile keeps becomes where each begins.
  // END(task3)
  return true;
}

// The contract of both functions is in labs/07_stream_compaction/lab.hpp.
std::size_t compact_workspace_bytes(std::size_t n) {
  // TODO(task4): this is room for two words an element. Work out what you use.
  return (2 * n + 1024) * sizeof(unsigned);
  // END(task4)
}

void compact(const unsigned* d_flags, const float* d_in, float* d_out, unsigned* d_count,
             std::size_t n, void* d_workspace) {
  // TODO(task2): what is the count without elements, and who writes it?
  // END(task2)

  // TODO(task1): launch your first kernel, with its results in the workspace.
  // END(task1)

  // TODO(task3): scan the counts of the tiles: they become where each begins. A
  // single tile begins at 0, whatever its count.
  // END(task3)

  // TODO(task1): launch your second kernel.
  // END(task1)
}
