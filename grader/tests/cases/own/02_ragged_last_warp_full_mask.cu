// case: ragged_last_warp_full_mask
// lab: 2
// verdict: correct
// why: A full mask in a last warp of fewer lanes; values of lanes that are not there are dropped.

#include "lab.hpp"

__global__ void sum_kernel(const float* in, float* sum, std::size_t n) {
  __shared__ float block_total;
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (threadIdx.x == 0) block_total = 0.0f;
  __syncthreads();
  const unsigned lane = threadIdx.x % 32, lanes = min(32u, blockDim.x - threadIdx.x / 32 * 32);
  float value = i < n ? in[i] : 0.0f;
  for (unsigned d = 16; d > 0; d /= 2) {
    const float other = __shfl_down_sync(0xffffffffu, value, d);
    if (lane + d < lanes) value += other;
  }
  if (lane == 0) atomicAdd(&block_total, value);
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(sum, block_total);
}

void array_sum(const float* d_in, float* d_sum, std::size_t n, int block_size) {
  CUDA_CHECK(cudaMemset(d_sum, 0, sizeof(float)));
  if (n == 0) return;
  const unsigned blocks = static_cast<unsigned>((n + block_size - 1) / block_size);
  sum_kernel<<<blocks, block_size>>>(d_in, d_sum, n);
  CUDA_CHECK(cudaGetLastError());
}
