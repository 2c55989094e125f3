// case: tile_barrier_for_block_barrier
// lab: 2
// verdict: wrong
// due: data_race
// why: A barrier of 32-thread tiles stands where the block has to wait.

#include <cooperative_groups.h>

#include "lab.hpp"

namespace cg = cooperative_groups;

__global__ void sum_kernel(const float* in, float* sum, std::size_t n) {
  extern __shared__ float s[];
  const unsigned t = threadIdx.x;
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  s[t] = i < n ? in[i] : 0.0f;
  cg::tiled_partition<32>(cg::this_thread_block()).sync();
  for (unsigned count = blockDim.x; count > 1; count = (count + 1) / 2) {
    if (t < count / 2) s[t] += s[t + (count + 1) / 2];
    cg::tiled_partition<32>(cg::this_thread_block()).sync();
  }
  if (t == 0) atomicAdd(sum, s[0]);
}

void array_sum(const float* d_in, float* d_sum, std::size_t n, int block_size) {
  CUDA_CHECK(cudaMemset(d_sum, 0, sizeof(float)));
  if (n == 0) return;
  const unsigned blocks = static_cast<unsigned>((n + block_size - 1) / block_size);
  sum_kernel<<<blocks, block_size, block_size * sizeof(float)>>>(d_in, d_sum, n);
  CUDA_CHECK(cudaGetLastError());
}
