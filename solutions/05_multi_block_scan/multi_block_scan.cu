// Lab 05: an exclusive scan of an array of any length.
// Handout: labs/05_multi_block_scan/README.md        Judge it: ./lab grade 5
// Write your code between each TODO and its END. The rest may stay as it is.
#include <cuda_runtime.h>

#include "lab.hpp"

// SOLVED(task1): another way than the handout's: each tile is summed, the sums are scanned, and
// then each tile is scanned from its base: 3 n words instead of 4 n. A tile stays in registers, and
// the lanes of a warp hand values on by shuffles.
constexpr unsigned rows = 4;  // groups of four floats that a thread has in a tile
constexpr unsigned all_lanes = 0xffffffff;

// Threads of a block: whole warps.
unsigned threads_for(int block_size) { return (static_cast<unsigned>(block_size) + 31) / 32 * 32; }

// Tiles that n elements fill, the last in part.
std::size_t tile_count(std::size_t n, int block_size) {
  const std::size_t tile_size = std::size_t{4} * rows * threads_for(block_size);
  return (n + tile_size - 1) / tile_size;
}

// Sum of the values of all lanes before this one; `total` becomes that of all 32.
__device__ float warp_exclusive_scan(float value, float& total) {
  const unsigned lane = threadIdx.x % 32;
  for (unsigned distance = 1; distance < 32; distance *= 2) {
    const float left = __shfl_up_sync(all_lanes, value, distance);
    if (lane >= distance) value += left;
  }
  total = __shfl_sync(all_lanes, value, 31);
  const float left = __shfl_up_sync(all_lanes, value, 1);
  return lane > 0 ? left : 0.0f;
}

// Sum of what the warps before this one bring; `total` becomes that of all warps.
__device__ float sum_before_warp(float warp_sum, float& total) {
  __shared__ float warp_sums[32];
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  if (lane == 0) warp_sums[warp] = warp_sum;
  __syncthreads();
  const float before = warp_exclusive_scan(lane < blockDim.x / 32 ? warp_sums[lane] : 0.0f, total);
  return __shfl_sync(all_lanes, before, warp);
}

// A warp has its part of the tile in rows, a group a lane. Where this lane's group of row r begins:
__device__ std::size_t group_begin(unsigned r) {
  const std::size_t warp = (std::size_t{blockDim.x} * blockIdx.x + threadIdx.x) / 32;
  return 4 * (32 * (rows * warp + r) + threadIdx.x % 32);
}

// Elements i to i + 3, with zeros behind the last one. They are used once: no need to cache them.
__device__ float4 read_group(const float* d_in, std::size_t i, std::size_t n) {
  if (i + 4 <= n) return __ldcs(reinterpret_cast<const float4*>(d_in + i));
  return make_float4(i < n ? d_in[i] : 0.0f, i + 1 < n ? d_in[i + 1] : 0.0f,
                     i + 2 < n ? d_in[i + 2] : 0.0f, 0.0f);
}

__device__ void write_group(float* d_out, std::size_t i, std::size_t n, float4 x, float before) {
  x = make_float4(before + x.x, before + x.y, before + x.z, before + x.w);
  if (i + 4 <= n) return __stcs(reinterpret_cast<float4*>(d_out + i), x);
  if (i < n) d_out[i] = x.x;
  if (i + 1 < n) d_out[i + 1] = x.y;
  if (i + 2 < n) d_out[i + 2] = x.z;
}

__global__ void reduce_kernel(const float* d_in, float* d_sums, std::size_t n) {
  float sum = 0.0f, warp_sum, tile_sum;
  for (unsigned r = 0; r < rows; ++r) {
    const float4 x = read_group(d_in, group_begin(r), n);
    sum += (x.x + x.y) + (x.z + x.w);
  }
  warp_exclusive_scan(sum, warp_sum);
  sum_before_warp(warp_sum, tile_sum);
  if (threadIdx.x == 0) d_sums[blockIdx.x] = tile_sum;
}

// Scans each tile from its base on; a single tile has none, d_bases is null. d_out may be d_in: a
// thread reads its elements before it writes them.
__global__ void scan_kernel(const float* d_in, float* d_out, const float* d_bases, std::size_t n) {
  float4 groups[rows];
  for (unsigned r = 0; r < rows; ++r) groups[r] = read_group(d_in, group_begin(r), n);
  float warp_sum = 0.0f, tile_sum;
  for (float4& group : groups) {  // what one row adds up to, the next row begins with
    const float4 in = group;
    float row_sum;
    const float x = warp_sum + warp_exclusive_scan((in.x + in.y) + (in.z + in.w), row_sum);
    const float y = x + in.x, z = y + in.y, w = z + in.z;
    group = make_float4(x, y, z, w);
    warp_sum += row_sum;
  }
  const float base = d_bases != nullptr ? d_bases[blockIdx.x] : 0.0f;
  const float before = base + sum_before_warp(warp_sum, tile_sum);
  for (unsigned r = 0; r < rows; ++r) write_group(d_out, group_begin(r), n, groups[r], before);
}
// END(task1)

// Floats of a level's sums, so that the next level's sums are 16-byte aligned.
std::size_t rounded_up(std::size_t sums) { return (sums + 3) / 4 * 4; }

// The contract of both functions is in labs/05_multi_block_scan/lab.hpp.
std::size_t scan_workspace_bytes(std::size_t n, int block_size) {
  // SOLVED(task4): n becomes the tiles of each level; a single tile needs no sum.
  std::size_t floats = 0;
  while ((n = tile_count(n, block_size)) > 1) floats += rounded_up(n);
  return floats * sizeof(float);
  // END(task4)
}

// Exclusive scan of n > 0 elements, also in place. d_sums has room for the sums
// of the tiles of d_in and, behind them, for those of all further levels.
void scan_level(const float* d_in, float* d_out, std::size_t n, int block_size, float* d_sums) {
  // SOLVED(task1): a block a tile in each launch. A single tile needs no sum.
  const unsigned threads = threads_for(block_size);
  const auto tiles = static_cast<unsigned>(tile_count(n, block_size));
  if (tiles > 1) {
    reduce_kernel<<<tiles, threads>>>(d_in, d_sums, n);
    CUDA_CHECK(cudaGetLastError());
  }
  // END(task1)

  // SOLVED(task2): (Task 3: by this very function, one level further.)
  if (tiles > 1) scan_level(d_sums, d_sums, tiles, block_size, d_sums + rounded_up(tiles));
  // END(task2)

  // SOLVED(task1): the sums of the tiles are their bases now.
  scan_kernel<<<tiles, threads>>>(d_in, d_out, tiles > 1 ? d_sums : nullptr, n);
  CUDA_CHECK(cudaGetLastError());
  // END(task1)
}

void exclusive_scan(const float* d_in, float* d_out, std::size_t n, int block_size,
                    void* d_workspace) {
  // SOLVED(task1): the workspace is an array of floats.
  if (n == 0) return;
  scan_level(d_in, d_out, n, block_size, static_cast<float*>(d_workspace));
  // END(task1)
}
