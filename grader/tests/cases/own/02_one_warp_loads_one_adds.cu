// case: one_warp_loads_one_adds
// lab: 2
// verdict: correct
// why: Warp 0 loads into two buffers by turns, warp 1 adds; a barrier a step hands over.

#include "lab.hpp"

__global__ void sum_kernel(const float* in, float* sum, std::size_t n) {
  __shared__ float buffer[2][32];
  const unsigned lane = threadIdx.x % 32;
  const bool loads = threadIdx.x < 32;
  const std::size_t stride = static_cast<std::size_t>(gridDim.x) * 32;
  const std::size_t first = static_cast<std::size_t>(blockIdx.x) * 32;
  float value = 0.0f;
  int turn = 0;
  for (std::size_t base = first; base < n; base += stride, turn ^= 1) {
    if (loads) buffer[turn][lane] = base + lane < n ? in[base + lane] : 0.0f;
    __syncthreads();
    if (!loads) value += buffer[turn][lane];
  }
  if (loads) return;
  for (int d = 16; d > 0; d /= 2) value += __shfl_xor_sync(0xffffffffu, value, d);
  if (lane == 0) atomicAdd(sum, value);
}

void array_sum(const float* d_in, float* d_sum, std::size_t n, int) {
  CUDA_CHECK(cudaMemset(d_sum, 0, sizeof(float)));
  sum_kernel<<<48, 64>>>(d_in, d_sum, n);
  CUDA_CHECK(cudaGetLastError());
}
