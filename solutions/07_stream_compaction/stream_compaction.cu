// Lab 07: the kept elements of an array, packed in their order.
// Handout: labs/07_stream_compaction/README.md        Judge it: ./lab grade 7
// Write your code between each TODO and its END. The rest may stay as it is.
#include <cuda_runtime.h>

#include "lab.hpp"

// SOLVED(task1): a warp owns a tile, and one bit an element says whether it is
// kept. The second kernel reads the bits, a 32nd of the flags. What is kept in
// front of an element are set bits below its own, so no thread waits for another.
constexpr unsigned group_size = 32;  // elements of a mask
constexpr unsigned tile_size = 32 * group_size;
constexpr unsigned block_size = 256;
constexpr unsigned tiles_per_block = block_size / 32;
constexpr unsigned all_lanes = 0xffffffffu;

// Leaves the 32 masks of each tile, and how many of its elements are kept.
__global__ void mark_kernel(const unsigned* d_flags, unsigned* d_masks, unsigned* d_counts,
                            std::size_t n) {
  const unsigned lane = threadIdx.x % 32;
  const std::size_t tile = std::size_t{blockIdx.x} * tiles_per_block + threadIdx.x / 32;
  if (tile * tile_size >= n) return;  // the whole warp
  bool is_kept[32];
#pragma unroll  // all loads are under way before the first vote waits for one
  for (unsigned group = 0; group < 32; ++group) {
    const std::size_t i = tile * tile_size + group * group_size + lane;
    is_kept[group] = i < n && d_flags[i] != 0;
  }
  unsigned own_mask = 0;  // that of the group with this lane's number
#pragma unroll
  for (unsigned group = 0; group < 32; ++group) {
    const unsigned mask = __ballot_sync(all_lanes, is_kept[group]);
    if (lane == group) own_mask = mask;
  }
  d_masks[tile * 32 + lane] = own_mask;
  unsigned kept = __popc(own_mask);
  for (unsigned distance = 16; distance > 0; distance /= 2) {
    kept += __shfl_xor_sync(all_lanes, kept, distance);
  }
  if (lane == 0) d_counts[tile] = kept;
}

// Moves the kept elements of each tile to d_out, from the tile's base on.
__global__ void move_kernel(const float* __restrict__ d_in, const unsigned* __restrict__ d_masks,
                            const unsigned* __restrict__ d_bases, float* __restrict__ d_out,
                            unsigned* __restrict__ d_count, std::size_t n) {
  const unsigned lane = threadIdx.x % 32, lanes_below = (1u << lane) - 1;
  const std::size_t tile = std::size_t{blockIdx.x} * tiles_per_block + threadIdx.x / 32;
  if (tile * tile_size >= n) return;
  const unsigned own_mask = d_masks[tile * 32 + lane];
  float kept[32];
#pragma unroll  // as above: all loads, then all stores
  for (unsigned group = 0; group < 32; ++group) {
    const std::size_t i = tile * tile_size + group * group_size + lane;
    if ((__shfl_sync(all_lanes, own_mask, group) >> lane & 1) != 0) kept[group] = d_in[i];
  }
  unsigned position = d_bases[tile];
#pragma unroll
  for (unsigned group = 0; group < 32; ++group) {
    const unsigned mask = __shfl_sync(all_lanes, own_mask, group);
    if ((mask >> lane & 1) != 0) d_out[position + __popc(mask & lanes_below)] = kept[group];
    position += __popc(mask);
  }
  const bool is_last = n - tile * tile_size <= tile_size;
  if (is_last && lane == 0) *d_count = position;
}
// END(task1)

// SOLVED(task3): lab 05 once more, in unsigned and with shuffles.
constexpr unsigned scan_size = 1024;  // counts of a block, one a thread

// The sum of `value` over this lane and those below it.
__device__ unsigned inclusive_warp_scan(unsigned value) {
  for (unsigned distance = 1; distance < 32; distance *= 2) {
    const unsigned below = __shfl_up_sync(all_lanes, value, distance);
    if (threadIdx.x % 32 >= distance) value += below;
  }
  return value;
}

// Exclusive scan of each block's counts, in place; their sum goes to d_sums,
// unless that is null.
__global__ void scan_kernel(unsigned* d_counts, unsigned* d_sums, std::size_t n) {
  __shared__ unsigned warp_sums[32];
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const std::size_t i = std::size_t{blockIdx.x} * scan_size + threadIdx.x;
  const unsigned count = i < n ? d_counts[i] : 0;
  unsigned sum = inclusive_warp_scan(count);
  if (lane == 31) warp_sums[warp] = sum;
  __syncthreads();
  if (warp == 0) warp_sums[lane] = inclusive_warp_scan(warp_sums[lane]);
  __syncthreads();
  if (warp > 0) sum += warp_sums[warp - 1];
  if (i < n) d_counts[i] = sum - count;
  if (threadIdx.x == scan_size - 1 && d_sums != nullptr) d_sums[blockIdx.x] = sum;
}

__global__ void add_bases_kernel(unsigned* d_counts, const unsigned* d_bases, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * scan_size + threadIdx.x;
  if (i < n) d_counts[i] += d_bases[blockIdx.x];
}
// END(task3)

// Parts of `size` that n elements fill, the last in part.
std::size_t part_count(std::size_t n, std::size_t size) { return (n + size - 1) / size; }

// Turns n > 0 counts into their exclusive scan, in place and at any depth. The
// sums that it needs on the way go behind the counts, d_counts[n] and on; task 4
// makes that room. False where a launch failed.
bool scan_counts(unsigned* d_counts, std::size_t n) {
  // SOLVED(task3): the sums are counts as well, with their own sums behind them.
  const auto blocks = static_cast<unsigned>(part_count(n, scan_size));
  unsigned* const d_sums = blocks > 1 ? d_counts + n : nullptr;
  scan_kernel<<<blocks, scan_size>>>(d_counts, d_sums, n);
  CUDA_CHECK(cudaGetLastError(), false);
  if (blocks == 1) return true;
  if (!scan_counts(d_sums, blocks)) return false;
  add_bases_kernel<<<blocks, scan_size>>>(d_counts, d_sums, n);
  CUDA_CHECK(cudaGetLastError(), false);
  // END(task3)
  return true;
}

// The contract of both functions is in labs/07_stream_compaction/lab.hpp.
std::size_t compact_workspace_bytes(std::size_t n) {
  // SOLVED(task4): 32 masks and a count for each tile, and the sums of each level.
  std::size_t counts = part_count(n, tile_size);
  std::size_t words = 33 * counts;
  while ((counts = part_count(counts, scan_size)) > 1) words += counts;
  return words * sizeof(unsigned);
  // END(task4)
}

void compact(const unsigned* d_flags, const float* d_in, float* d_out, unsigned* d_count,
             std::size_t n, void* d_workspace) {
  // SOLVED(task2): without elements there is no tile that would set the count.
  if (n == 0) {
    CUDA_CHECK(cudaMemsetAsync(d_count, 0, sizeof(unsigned)));
    return;
  }
  // END(task2)

  // SOLVED(task1): the masks of all tiles, behind them the counts and their sums.
  const std::size_t tiles = part_count(n, tile_size);
  const auto grid_size = static_cast<unsigned>(part_count(tiles, tiles_per_block));
  auto* const d_masks = static_cast<unsigned*>(d_workspace);
  unsigned* const d_counts = d_masks + 32 * tiles;
  mark_kernel<<<grid_size, block_size>>>(d_flags, d_masks, d_counts, n);
  CUDA_CHECK(cudaGetLastError());
  // END(task1)

  // SOLVED(task3): how many each tile keeps becomes where each tile begins.
  if (!scan_counts(d_counts, tiles)) return;
  // END(task3)

  // SOLVED(task1): the counts are the bases now, and that of the first tile is 0.
  move_kernel<<<grid_size, block_size>>>(d_in, d_masks, d_counts, d_out, d_count, n);
  CUDA_CHECK(cudaGetLastError());
  // END(task1)
}
