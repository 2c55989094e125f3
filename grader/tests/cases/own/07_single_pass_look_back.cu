// case: single_pass_look_back
// lab: 7
// verdict: correct
// why: One pass: tiles in start order publish count or prefix in one word and look back.
#include <cuda_runtime.h>

#include "lab.hpp"

// Count and state of a tile in one word of 64 bits: 0 nothing yet, 1 own count, 2 with all before.
using Word = unsigned long long;

__global__ void look_back(const unsigned* d_flags, const float* d_in, float* d_out,
                          unsigned* d_count, Word* d_state, std::size_t n) {
  __shared__ unsigned tile, base, warp_counts[8];
  if (threadIdx.x == 0) tile = static_cast<unsigned>(atomicAdd(&d_state[0], Word{1}));
  __syncthreads();
  Word* const d_tiles = d_state + 1;
  const std::size_t i = std::size_t{tile} * 256 + threadIdx.x;
  const bool keep = i < n && d_flags[i] != 0;
  const unsigned mask = __ballot_sync(0xffffffffu, keep);
  if (threadIdx.x % 32 == 0) warp_counts[threadIdx.x / 32] = __popc(mask);
  const unsigned kept = __syncthreads_count(keep);
  if (threadIdx.x == 0) {
    unsigned before = 0;
    if (tile > 0) atomicExch(&d_tiles[tile], Word{1} << 32 | kept);
    for (unsigned t = tile; t > 0;) {
      const Word seen = atomicAdd(&d_tiles[t - 1], Word{0});
      if (seen >> 32 == 0) continue;
      before += static_cast<unsigned>(seen);
      --t;
      if (seen >> 32 == 2) break;
    }
    atomicExch(&d_tiles[tile], Word{2} << 32 | (before + kept));
    base = before;
    if (tile == gridDim.x - 1) *d_count = before + kept;
  }
  __syncthreads();
  unsigned position = base + __popc(mask & ((1u << threadIdx.x % 32) - 1));
  for (unsigned w = 0; w < threadIdx.x / 32; ++w) position += warp_counts[w];
  if (keep) d_out[position] = d_in[i];
}

std::size_t compact_workspace_bytes(std::size_t n) { return (1 + (n + 255) / 256) * sizeof(Word); }

void compact(const unsigned* d_flags, const float* d_in, float* d_out, unsigned* d_count,
             std::size_t n, void* d_workspace) {
  if (n == 0) {
    CUDA_CHECK(cudaMemsetAsync(d_count, 0, sizeof(unsigned)));
    return;
  }
  CUDA_CHECK(cudaMemsetAsync(d_workspace, 0, compact_workspace_bytes(n)));
  look_back<<<static_cast<unsigned>((n + 255) / 256), 256>>>(d_flags, d_in, d_out, d_count,
                                                             static_cast<Word*>(d_workspace), n);
  CUDA_CHECK(cudaGetLastError());
}
