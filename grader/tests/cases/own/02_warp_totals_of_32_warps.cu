// case: warp_totals_of_32_warps
// lab: 2
// verdict: wrong
// due: uninitialized_read wrong_answer
// why: A fixed loop over 32 warps reads totals that smaller blocks never wrote.

#include "lab.hpp"

__global__ void sum_kernel(const float* in, float* sum, std::size_t n) {
  __shared__ float totals[32];
  const unsigned t = threadIdx.x, lane = t % 32, lanes = min(32u, blockDim.x - t / 32 * 32);
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  float value = i < n ? in[i] : 0.0f;
  for (unsigned d = 16; d > 0; d /= 2) {
    const float other = __shfl_down_sync(0xffffffffu, value, d);
    if (lane + d < lanes) value += other;
  }
  if (lane == 0) totals[t / 32] = value;
  __syncthreads();
  if (t == 0) {
    for (int w = 1; w < 32; ++w) value += totals[w];
    atomicAdd(sum, value);
  }
}

void array_sum(const float* d_in, float* d_sum, std::size_t n, int block_size) {
  CUDA_CHECK(cudaMemset(d_sum, 0, sizeof(float)));
  if (n == 0) return;
  const unsigned blocks = static_cast<unsigned>((n + block_size - 1) / block_size);
  sum_kernel<<<blocks, block_size>>>(d_in, d_sum, n);
  CUDA_CHECK(cudaGetLastError());
}
