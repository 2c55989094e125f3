// case: shared_flag_with_fences
// lab: 2
// verdict: correct
// why: Warps hand their totals over by a volatile flag in shared memory, with fences on both sides.

#include "lab.hpp"

__global__ void sum_kernel(const float* in, float* sum, std::size_t n) {
  __shared__ volatile float totals[32];
  __shared__ volatile int ready[32];
  const unsigned t = threadIdx.x, lane = t % 32, warp = t / 32, warps = (blockDim.x + 31) / 32;
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (t < warps) ready[t] = 0;
  __syncthreads();
  const unsigned lanes = min(32u, blockDim.x - warp * 32);
  float value = i < n ? in[i] : 0.0f;
  for (unsigned d = 16; d > 0; d /= 2) {
    const float other = __shfl_down_sync(0xffffffffu, value, d);
    if (lane + d < lanes) value += other;
  }
  if (lane != 0) return;
  if (warp > 0) {
    totals[warp] = value;
    __threadfence_block();
    ready[warp] = 1;
    return;
  }
  for (unsigned w = 1; w < warps; ++w) {
    while (ready[w] == 0) {
    }
    __threadfence_block();
    value += totals[w];
  }
  atomicAdd(sum, value);
}

void array_sum(const float* d_in, float* d_sum, std::size_t n, int block_size) {
  CUDA_CHECK(cudaMemset(d_sum, 0, sizeof(float)));
  if (n == 0) return;
  const unsigned blocks = static_cast<unsigned>((n + block_size - 1) / block_size);
  sum_kernel<<<blocks, block_size>>>(d_in, d_sum, n);
  CUDA_CHECK(cudaGetLastError());
}
