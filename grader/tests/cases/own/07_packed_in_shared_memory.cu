// case: packed_in_shared_memory
// lab: 7
// verdict: correct
// why: The block packs in shared memory and writes one piece; the count is a device copy.
#include <cuda_runtime.h>

#include "lab.hpp"

constexpr unsigned tile_size = 1024;  // four elements a thread

__device__ unsigned kept_mask(const unsigned* d_flags, std::size_t i, std::size_t n) {
  return __ballot_sync(__activemask(), i < n && d_flags[i] != 0);
}

__global__ void count_tiles(const unsigned* d_flags, unsigned* d_counts, std::size_t n) {
  __shared__ unsigned kept;
  if (threadIdx.x == 0) kept = 0;
  __syncthreads();
  unsigned own = 0;
  for (unsigned k = threadIdx.x; k < tile_size; k += 256) {
    const unsigned mask = kept_mask(d_flags, std::size_t{blockIdx.x} * tile_size + k, n);
    if (threadIdx.x % 32 == 0) own += __popc(mask);
  }
  if (own > 0) atomicAdd(&kept, own);
  __syncthreads();
  if (threadIdx.x == 0) d_counts[blockIdx.x] = kept;
}

// One warp turns counts into bases, 32 at a time, and leaves the total behind them.
__global__ void scan_counts(unsigned* d_counts, std::size_t tiles) {
  unsigned carry = 0;
  for (std::size_t begin = 0; begin < tiles; begin += 32) {
    const std::size_t t = begin + threadIdx.x;
    const unsigned count = t < tiles ? d_counts[t] : 0;
    unsigned sum = count;
    for (unsigned distance = 1; distance < 32; distance *= 2) {
      const unsigned below = __shfl_up_sync(0xffffffffu, sum, distance);
      if (threadIdx.x >= distance) sum += below;
    }
    if (t < tiles) d_counts[t] = carry + sum - count;
    carry += __shfl_sync(0xffffffffu, sum, 31);
  }
  if (threadIdx.x == 0) d_counts[tiles] = carry;
}

__global__ void pack_tiles(const unsigned* d_flags, const float* d_in, const unsigned* d_bases,
                           float* d_out, std::size_t n) {
  __shared__ float packed[tile_size];
  __shared__ unsigned ranks[tile_size / 32];
  for (unsigned k = threadIdx.x; k < tile_size; k += 256) {
    const unsigned mask = kept_mask(d_flags, std::size_t{blockIdx.x} * tile_size + k, n);
    if (threadIdx.x % 32 == 0) ranks[k / 32] = __popc(mask);
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    unsigned sum = 0;
    for (unsigned& rank : ranks) {
      const unsigned count = rank;
      rank = sum;
      sum += count;
    }
  }
  __syncthreads();
  for (unsigned k = threadIdx.x; k < tile_size; k += 256) {
    const std::size_t i = std::size_t{blockIdx.x} * tile_size + k;
    const unsigned mask = kept_mask(d_flags, i, n), lane = threadIdx.x % 32;
    if ((mask >> lane & 1) != 0)
      packed[ranks[k / 32] + __popc(mask & ((1u << lane) - 1))] = d_in[i];
  }
  __syncthreads();
  const unsigned base = d_bases[blockIdx.x], kept = d_bases[blockIdx.x + 1] - base;
  for (unsigned k = threadIdx.x; k < kept; k += 256) d_out[base + k] = packed[k];
}

std::size_t compact_workspace_bytes(std::size_t n) {
  return ((n + tile_size - 1) / tile_size + 1) * sizeof(unsigned);
}

void compact(const unsigned* d_flags, const float* d_in, float* d_out, unsigned* d_count,
             std::size_t n, void* d_workspace) {
  const std::size_t tiles = (n + tile_size - 1) / tile_size;
  const auto grid_size = static_cast<unsigned>(tiles);
  auto* const d_counts = static_cast<unsigned*>(d_workspace);
  if (tiles > 0) count_tiles<<<grid_size, 256>>>(d_flags, d_counts, n);
  scan_counts<<<1, 32>>>(d_counts, tiles);
  if (tiles > 0) pack_tiles<<<grid_size, 256>>>(d_flags, d_in, d_counts, d_out, n);
  CUDA_CHECK(
      cudaMemcpyAsync(d_count, d_counts + tiles, sizeof(unsigned), cudaMemcpyDeviceToDevice));
  CUDA_CHECK(cudaGetLastError());
}
