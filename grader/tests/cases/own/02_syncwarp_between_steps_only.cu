// case: syncwarp_between_steps_only
// lab: 2
// verdict: wrong
// due: data_race
// why: In each step of the last warp one lane writes what another reads: the steps are apart, these
// are not.

#include "lab.hpp"

__global__ void sum_kernel(const float* in, float* sum, std::size_t n) {
  extern __shared__ float s[];
  const unsigned t = threadIdx.x;
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  s[t] = i < n ? in[i] : 0.0f;
  __syncthreads();
  for (unsigned d = blockDim.x / 2; d > 32; d /= 2) {
    if (t < d) s[t] += s[t + d];
    __syncthreads();
  }
  if (t < 32) {
    for (unsigned d = 32; d > 0; d /= 2) {
      s[t] += s[t + d];
      __syncwarp();
    }
  }
  if (t == 0) atomicAdd(sum, s[0]);
}

void array_sum(const float* d_in, float* d_sum, std::size_t n, int block_size) {
  CUDA_CHECK(cudaMemset(d_sum, 0, sizeof(float)));
  if (n == 0) return;
  unsigned threads = 64;
  while (threads < static_cast<unsigned>(block_size)) threads *= 2;
  const unsigned blocks = static_cast<unsigned>((n + threads - 1) / threads);
  sum_kernel<<<blocks, threads, threads * sizeof(float)>>>(d_in, d_sum, n);
  CUDA_CHECK(cudaGetLastError());
}
