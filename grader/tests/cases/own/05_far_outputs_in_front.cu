// case: far_outputs_in_front
// lab: 5
// verdict: wrong
// due: wrong_answer
// why: All is read and summed with long indices; the last launch writes to an index of 32 bits, so
// that outputs from 2^32 on land in front.

#include <cuda_runtime.h>

#include "lab.hpp"

// Lab 04. A tile is read before it is written: d_out may be d_in.
__host__ __device__ unsigned padded(unsigned i) { return i + i / 32; }

__global__ void tile_scan_kernel(const float* d_in, float* d_out, float* d_tile_sums, std::size_t n,
                                 unsigned tile_size) {
  extern __shared__ float tree[];
  const unsigned tree_size = 2 * blockDim.x;
  const unsigned first = threadIdx.x, second = first + blockDim.x;
  const std::size_t begin = static_cast<std::size_t>(blockIdx.x) * tile_size;
  const unsigned tile_length = min(n - begin, std::size_t{tile_size});
  const float first_in = first < tile_length ? d_in[begin + first] : 0.0f;
  const float second_in = second < tile_length ? d_in[begin + second] : 0.0f;
  tree[padded(first)] = first_in;
  tree[padded(second)] = second_in;
  for (unsigned distance = 1, pairs = blockDim.x; pairs > 0; distance *= 2, pairs /= 2) {
    __syncthreads();
    if (threadIdx.x < pairs) {
      const unsigned right = distance * (2 * threadIdx.x + 2) - 1;
      tree[padded(right)] += tree[padded(right - distance)];
    }
  }
  if (threadIdx.x == 0) {
    const unsigned root = padded(tree_size - 1);
    if (d_tile_sums != nullptr) d_tile_sums[blockIdx.x] = tree[root];
    tree[root] = 0.0f;
  }
  for (unsigned distance = blockDim.x, pairs = 1; distance > 0; distance /= 2, pairs *= 2) {
    __syncthreads();
    if (threadIdx.x < pairs) {
      const unsigned right = distance * (2 * threadIdx.x + 2) - 1, left = right - distance;
      const float left_sum = tree[padded(left)], before = tree[padded(right)];
      tree[padded(left)] = before;
      tree[padded(right)] = before + left_sum;
    }
  }
  __syncthreads();
  const unsigned to = begin;
  if (first < tile_length) d_out[to + first] = tree[padded(first)];
  if (second < tile_length) d_out[to + second] = tree[padded(second)];
}

unsigned threads_for(int block_size) {
  unsigned threads = 1;
  while (threads < static_cast<unsigned>(block_size)) threads *= 2;
  return threads;
}

// Adds d_bases[t] to every element of tile t of d_out. A base is the sum of all
// tiles in front of a tile.
__global__ void add_bases_kernel(float* d_out, const float* d_bases, std::size_t n,
                                 unsigned tile_size) {
  // One block walks over one tile, so no index is divided.
  const std::size_t begin = static_cast<std::size_t>(blockIdx.x) * tile_size;
  const float base = d_bases[blockIdx.x];
  const unsigned tile_length = min(n - begin, std::size_t{tile_size});
  const unsigned to = begin;
  for (unsigned i = threadIdx.x; i < tile_length; i += blockDim.x) {
    d_out[to + i] += base;
  }
}

// Tiles of 2 * block_size elements that n elements fill, the last in part.
std::size_t tile_count(std::size_t n, int block_size) {
  const std::size_t tile_size = 2 * static_cast<std::size_t>(block_size);
  return (n + tile_size - 1) / tile_size;
}

// Floats of a level's sums, so that the next level's sums are 16-byte aligned.
std::size_t rounded_up(std::size_t sums) { return (sums + 3) / 4 * 4; }

// The contract of both functions is in labs/05_multi_block_scan/lab.hpp.
std::size_t scan_workspace_bytes(std::size_t n, int block_size) {
  // n becomes the tiles of each level; a single tile needs no sum.
  std::size_t floats = 0;
  while ((n = tile_count(n, block_size)) > 1) floats += rounded_up(n);
  return floats * sizeof(float);
}

// Exclusive scan of n > 0 elements, also in place. d_sums has room for the sums
// of the tiles of d_in and, behind them, for those of all further levels.
void scan_level(const float* d_in, float* d_out, std::size_t n, int block_size, float* d_sums) {
  // Lab 04, a block a tile.
  const std::size_t tiles = tile_count(n, block_size);
  const unsigned tile_size = 2 * static_cast<unsigned>(block_size);
  const unsigned threads = threads_for(block_size);
  const std::size_t shared_bytes = (padded(2 * threads - 1) + 1) * sizeof(float);
  tile_scan_kernel<<<static_cast<unsigned>(tiles), threads, shared_bytes>>>(
      d_in, d_out, tiles > 1 ? d_sums : nullptr, n, tile_size);
  CUDA_CHECK(cudaGetLastError());
  if (tiles == 1) return;

  // By this very function, one level further.
  scan_level(d_sums, d_sums, tiles, block_size, d_sums + rounded_up(tiles));

  // Nothing lies in front of the first tile, so begin at tile 1.
  add_bases_kernel<<<static_cast<unsigned>(tiles - 1), block_size>>>(d_out + tile_size, d_sums + 1,
                                                                     n - tile_size, tile_size);
  CUDA_CHECK(cudaGetLastError());
}

void exclusive_scan(const float* d_in, float* d_out, std::size_t n, int block_size,
                    void* d_workspace) {
  // The workspace is an array of floats.
  if (n == 0) return;
  scan_level(d_in, d_out, n, block_size, static_cast<float*>(d_workspace));
}
