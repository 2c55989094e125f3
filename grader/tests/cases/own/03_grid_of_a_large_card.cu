// case: grid_of_a_large_card
// lab: 3
// verdict: correct
// why: The grid always has the threads that a large card runs at a time, however few elements.

#include <cstdint>

#include "lab.hpp"

__global__ void sum_kernel(const float* in, float* sum, std::size_t n) {
  __shared__ float s[1024];
  const unsigned t = threadIdx.x;
  const std::size_t thread = static_cast<std::size_t>(blockIdx.x) * blockDim.x + t;
  const std::size_t threads = static_cast<std::size_t>(gridDim.x) * blockDim.x;
  const std::size_t misaligned = reinterpret_cast<std::uintptr_t>(in) / sizeof(float) % 4;
  const std::size_t head = min((4 - misaligned) % 4, n);
  const float4* groups = reinterpret_cast<const float4*>(in + head);
  const std::size_t count = (n - head) / 4;
  float total = 0.0f;
  for (std::size_t g = thread; g < count; g += threads) {
    const float4 v = groups[g];
    total += (v.x + v.y) + (v.z + v.w);
  }
  for (std::size_t i = thread; i < head; i += threads) total += in[i];
  for (std::size_t i = head + 4 * count + thread; i < n; i += threads) total += in[i];
  s[t] = total;
  __syncthreads();
  for (unsigned active = blockDim.x; active > 1; active = (active + 1) / 2) {
    const unsigned half = (active + 1) / 2;
    if (t + half < active) s[t] += s[t + half];
    __syncthreads();
  }
  if (t == 0) atomicAdd(sum, s[0]);
}

void array_sum(const float* d_in, float* d_sum, std::size_t n, int block_size) {
  CUDA_CHECK(cudaMemset(d_sum, 0, sizeof(float)));
  if (n == 0) return;
  sum_kernel<<<132 * 2048 / block_size, block_size>>>(d_in, d_sum, n);
  CUDA_CHECK(cudaGetLastError());
}
