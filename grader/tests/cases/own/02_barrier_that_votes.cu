// case: barrier_that_votes
// lab: 2
// verdict: correct
// why: __syncthreads_or serves as barrier and as vote.

#include "lab.hpp"

__global__ void sum_kernel(const float* in, float* sum, std::size_t n) {
  extern __shared__ float s[];
  const unsigned t = threadIdx.x;
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  s[t] = i < n ? in[i] : 0.0f;
  if (__syncthreads_or(s[t] != 0.0f) == 0) return;
  for (unsigned count = blockDim.x; count > 1; count = (count + 1) / 2) {
    if (t < count / 2) s[t] += s[t + (count + 1) / 2];
    __syncthreads();
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
