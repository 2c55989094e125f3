// Lab 06: the smallest and the largest element of an array.
// Handout: labs/06_min_max/README.md        Judge it: ./lab grade 6
// Write your code between each TODO and its END. The rest may stay as it is.
#include <cuda_runtime.h>

#include <cmath>

#include "lab.hpp"

constexpr unsigned block_size = 512;  // threads in a block

// The smallest and the largest of some elements.
struct Range {
  float low, high;
};

__device__ Range combined(Range a, Range b) { return {fminf(a.low, b.low), fmaxf(a.high, b.high)}; }

// The range of no elements at all: combined with another, it changes nothing.
__device__ Range empty_range() {
  // SOLVED(task1): the identity elements of min and of max.
  return {INFINITY, -INFINITY};
  // END(task1)
}

// The range of the elements that this thread reads.
__device__ Range thread_range(const float* d_in, std::size_t n) {
  Range range = empty_range();
  // SOLVED(task1): (Task 4: tiles of four groups a thread, all of them read before the first is
  // used. __ldcs(p) is *p, with the hint that nobody reads it again.)
  const auto include = [&range](float4 v) {
    range = combined(range, combined({v.x, v.x}, {v.y, v.y}));
    range = combined(range, combined({v.z, v.z}, {v.w, v.w}));
  };
  const std::size_t index = static_cast<std::size_t>(blockIdx.x) * block_size + threadIdx.x;
  const float4* groups = reinterpret_cast<const float4*>(d_in);
  const std::size_t tiles = n / 4 / (4 * block_size);
  for (std::size_t tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    const float4* p = groups + tile * (4 * block_size) + threadIdx.x;
    const float4 v0 = __ldcs(p), v1 = __ldcs(p + block_size);
    const float4 v2 = __ldcs(p + 2 * block_size), v3 = __ldcs(p + 3 * block_size);
    include(v0);
    include(v1);
    include(v2);
    include(v3);
  }
  // The groups behind the last tile.
  const std::size_t thread_count = static_cast<std::size_t>(gridDim.x) * block_size;
  for (std::size_t g = tiles * (4 * block_size) + index; g < n / 4; g += thread_count) {
    include(groups[g]);
  }
  // Three elements may be left over; even a single block has threads for them.
  const std::size_t last = n / 4 * 4 + index;
  if (last < n) range = combined(range, {d_in[last], d_in[last]});
  // END(task1)
  return range;
}

// The range of all threads of a block from their own; only thread 0 gets it.
// SOLVED(task1): by shuffles in each warp, then in one warp for all of them. The
// tree of lab 02 is as right; this form has one barrier.
__device__ Range warp_range(Range range) {
  for (unsigned distance = 16; distance > 0; distance /= 2) {
    range = combined(range, {__shfl_down_sync(0xffffffff, range.low, distance),
                             __shfl_down_sync(0xffffffff, range.high, distance)});
  }
  return range;
}

__device__ Range block_range(Range range) {
  constexpr unsigned warps = block_size / 32;
  __shared__ Range warp_ranges[warps];
  range = warp_range(range);
  if (threadIdx.x % 32 == 0) warp_ranges[threadIdx.x / 32] = range;
  __syncthreads();
  if (threadIdx.x < 32) {
    range = warp_range(threadIdx.x < warps ? warp_ranges[threadIdx.x] : empty_range());
  }
  return range;
}
// END(task1)

// Block b leaves its range in d_low[b] and d_high[b].
__global__ void min_max_kernel(const float* d_in, float* d_low, float* d_high, std::size_t n) {
  const Range range = block_range(thread_range(d_in, n));
  if (threadIdx.x == 0) {
    d_low[blockIdx.x] = range.low;
    d_high[blockIdx.x] = range.high;
  }
}

// Blocks of a launch over n elements, none of them without one; 1 where n = 0.
unsigned grid_size_for(std::size_t n) {
  // SOLVED(task2): (Task 4: a tile for each block, until the grid has as many threads as a large
  // device runs at a time: 132 multiprocessors with 2048 each.)
  const std::size_t max_grid_size = 132 * 2048 / block_size;
  return max(min(n / (16 * block_size), max_grid_size), std::size_t{1});
  // END(task2)
}

// Floats that a launch leaves, rounded up: what lies behind is 16-byte aligned.
std::size_t scratch_floats(std::size_t grid_size) { return (2 * grid_size + 3) / 4 * 4; }

// The contract of both functions is in labs/06_min_max/lab.hpp.
std::size_t min_max_workspace_bytes(std::size_t n) {
  // SOLVED(task3): the launches of min_max, but for the last.
  std::size_t floats = 0;
  for (unsigned grid_size; (grid_size = grid_size_for(n)) > 1; n = 2 * grid_size) {
    floats += scratch_floats(grid_size);
  }
  return floats * sizeof(float);
  // END(task3)
}

void min_max(const float* d_in, float* d_min, float* d_max, std::size_t n, void* d_workspace) {
  // SOLVED(task2): (Task 3: each launch writes behind what the one before left.)
  float* d_scratch = static_cast<float*>(d_workspace);
  for (unsigned grid_size; (grid_size = grid_size_for(n)) > 1; n = 2 * grid_size) {
    min_max_kernel<<<grid_size, block_size>>>(d_in, d_scratch, d_scratch + grid_size, n);
    CUDA_CHECK(cudaGetLastError());
    d_in = d_scratch;
    d_scratch += scratch_floats(grid_size);
  }
  // END(task2)

  // SOLVED(task1): without elements, too: it writes the empty range.
  min_max_kernel<<<1, block_size>>>(d_in, d_min, d_max, n);
  CUDA_CHECK(cudaGetLastError());
  // END(task1)
}
