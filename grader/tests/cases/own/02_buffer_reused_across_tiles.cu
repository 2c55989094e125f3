// case: buffer_reused_across_tiles
// lab: 2
// verdict: wrong
// due: data_race
// why: Blocks take several tiles from 32 blocks on; the buffer is refilled before thread 0 has read
// it.

#include "lab.hpp"

__global__ void sum_kernel(const float* in, float* sum, std::size_t n) {
  extern __shared__ float s[];
  const unsigned t = threadIdx.x;
  float total = 0.0f;
  const std::size_t stride = static_cast<std::size_t>(gridDim.x) * blockDim.x;
  for (std::size_t base = static_cast<std::size_t>(blockIdx.x) * blockDim.x; base < n;
       base += stride) {
    s[t] = base + t < n ? in[base + t] : 0.0f;
    __syncthreads();
    for (unsigned count = blockDim.x; count > 1; count = (count + 1) / 2) {
      if (t < count / 2) s[t] += s[t + (count + 1) / 2];
      __syncthreads();
    }
    total += s[0];
  }
  if (t == 0) atomicAdd(sum, total);
}

void array_sum(const float* d_in, float* d_sum, std::size_t n, int block_size) {
  CUDA_CHECK(cudaMemset(d_sum, 0, sizeof(float)));
  if (n == 0) return;
  unsigned blocks = static_cast<unsigned>((n + block_size - 1) / block_size);
  if (blocks > 32) blocks = 32;
  sum_kernel<<<blocks, block_size, block_size * sizeof(float)>>>(d_in, d_sum, n);
  CUDA_CHECK(cudaGetLastError());
}
