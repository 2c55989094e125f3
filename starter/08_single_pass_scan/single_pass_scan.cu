// Lab 08: an exclusive scan of an array of any length, in one pass over the data.
// Handout: labs/08_single_pass_scan/README.md        Judge it: ./lab grade 8
// Write your code between each TODO and its END. The rest may stay as it is.
#include <cuda_runtime.h>

#include <cuda/atomic>

#include "lab.hpp"

// A tile is what one block scans. You may choose another number.
constexpr unsigned elements_per_thread = 44;

// What a tile has published so far.
enum State : unsigned { nothing, aggregate, prefix };
struct alignas(8) TileState {
  State state;
  float sum;  // aggregate: of this tile alone; prefix: with all tiles before it
};
using TileRef = cuda::atomic_ref<TileState, cuda::thread_scope_device>;

// TODO(task1): what scans the values of a warp (by shuffles: handout, task 1).
// END(task1)

// The sum of all tiles before `tile`.
__device__ float look_back(TileState* d_states, unsigned tile) {
  // TODO(task2): walk back from tile - 1, one tile at a time. Task 3 comes back
  // here: the 32 lanes of a warp look at 32 tiles at once.
  return 0.0f;
  // END(task2)
}

__global__ void __launch_bounds__(1024, 1)
    scan_kernel(const float* d_in, float* d_out, std::size_t n, TileState* d_states,
                unsigned* d_next_tile) {
  // TODO(task1): take the number of a tile; read its elements, several to a
  // thread; scan them. A block's number says nothing about when it starts.
  // END(task1)

  // TODO(task2): publish the tile's sum, look back, publish the prefix. No other
  // block may see a state without its sum.
  // END(task2)

  // TODO(task1): write the elements, each with what lies before it.
  // END(task1)
}

// Tiles that n elements fill, the last in part.
std::size_t tile_count(std::size_t n, int block_size) {
  const std::size_t tile_size = static_cast<std::size_t>(block_size) * elements_per_thread;
  return (n + tile_size - 1) / tile_size;
}

// The contract of both functions is in labs/08_single_pass_scan/lab.hpp.
std::size_t scan_workspace_bytes(std::size_t n, int block_size) {
  // TODO(task4): this is more than the states of all tiles and the number of the
  // next one take. Work out what you use.
  return (n / block_size + 64) * sizeof(TileState);
  // END(task4)
}

void exclusive_scan(const float* d_in, float* d_out, std::size_t n, int block_size,
                    void* d_workspace) {
  // TODO(task1): clear the workspace and launch, unless there is nothing to do.
  // END(task1)
}
