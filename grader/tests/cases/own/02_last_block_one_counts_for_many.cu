// case: last_block_one_counts_for_many
// lab: 2
// verdict: wrong
// due: data_race
// why: Each warp writes a partial sum; thread 0 fences and counts without waiting for them.

#include "lab.hpp"

__device__ unsigned arrived = 0;
__device__ float partial[1024 * 32];

__global__ void sum_kernel(const float* in, float* sum, std::size_t n) {
  __shared__ bool last;
  const unsigned t = threadIdx.x, warps = (blockDim.x + 31) / 32;
  const std::size_t stride = static_cast<std::size_t>(gridDim.x) * blockDim.x;
  float value = 0.0f;
  for (std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + t; i < n; i += stride)
    value += in[i];
  const unsigned lane = t % 32, lanes = min(32u, blockDim.x - t / 32 * 32);
  for (unsigned d = 16; d > 0; d /= 2) {
    const float other = __shfl_down_sync(0xffffffffu, value, d);
    if (lane + d < lanes) value += other;
  }
  if (lane == 0) partial[blockIdx.x * warps + t / 32] = value;
  if (t == 0) {
    __threadfence();
    last = atomicInc(&arrived, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (!last || t != 0) return;
  __threadfence();
  value = 0.0f;
  for (unsigned p = 0; p < gridDim.x * warps; ++p) value += partial[p];
  *sum = value;
}

void array_sum(const float* d_in, float* d_sum, std::size_t n, int block_size) {
  std::size_t blocks = (n + block_size - 1) / block_size;
  if (blocks == 0) blocks = 1;
  if (blocks > 256) blocks = 256;
  sum_kernel<<<static_cast<unsigned>(blocks), block_size, block_size * sizeof(float)>>>(d_in, d_sum,
                                                                                        n);
  CUDA_CHECK(cudaGetLastError());
}
