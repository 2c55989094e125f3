// case: warps_take_slots
// lab: 7
// verdict: wrong
// due: wrong_answer
// why: Each warp takes its slots by one atomic: unique and dense, but warps come in any order.
#include <cuda_runtime.h>

#include "lab.hpp"

__global__ void move(const unsigned* d_flags, const float* d_in, float* d_out, unsigned* d_count,
                     std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const unsigned lane = threadIdx.x % 32;
  const bool keep = i < n && d_flags[i] != 0;
  const unsigned mask = __ballot_sync(0xffffffffu, keep);
  unsigned base = 0;
  if (lane == 0) base = atomicAdd(d_count, __popc(mask));
  base = __shfl_sync(0xffffffffu, base, 0);
  if (keep) d_out[base + __popc(mask & ((1u << lane) - 1))] = d_in[i];
}

std::size_t compact_workspace_bytes(std::size_t) { return 0; }

void compact(const unsigned* d_flags, const float* d_in, float* d_out, unsigned* d_count,
             std::size_t n, void*) {
  CUDA_CHECK(cudaMemsetAsync(d_count, 0, sizeof(unsigned)));
  if (n == 0) return;
  move<<<static_cast<unsigned>((n + 255) / 256), 256>>>(d_flags, d_in, d_out, d_count, n);
  CUDA_CHECK(cudaGetLastError());
}
