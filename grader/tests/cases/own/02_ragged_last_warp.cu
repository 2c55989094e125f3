// case: ragged_last_warp
// lab: 2
// verdict: wrong
// due: warp_mask wrong_answer uninitialized_read
// why: Blocks of 48 have a warp of 16 lanes, and the shuffle takes values from the 16 others.

#include "lab.hpp"

__global__ void sum_kernel(const float* in, float* sum, std::size_t n) {
  __shared__ float block_total;
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (threadIdx.x == 0) block_total = 0.0f;
  __syncthreads();
  float value = i < n ? in[i] : 0.0f;
  for (int d = 16; d > 0; d /= 2) value += __shfl_down_sync(0xffffffffu, value, d);
  if (threadIdx.x % 32 == 0) atomicAdd(&block_total, value);
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
