// case: rows_of_32_threads
// lab: 2
// verdict: wrong
// due: wrong_answer cuda_error
// why: The block is 32 wide and block_size / 32 high: it fits multiples of 32.

#include "lab.hpp"

__global__ void sum_kernel(const float* in, float* sum, std::size_t n) {
  extern __shared__ float s[];
  const unsigned t = threadIdx.y * 32 + threadIdx.x;
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * (32 * blockDim.y) + t;
  s[t] = i < n ? in[i] : 0.0f;
  __syncthreads();
  for (unsigned count = 32 * blockDim.y; count > 1; count = (count + 1) / 2) {
    if (t < count / 2) s[t] += s[t + (count + 1) / 2];
    __syncthreads();
  }
  if (t == 0) atomicAdd(sum, s[0]);
}

void array_sum(const float* d_in, float* d_sum, std::size_t n, int block_size) {
  CUDA_CHECK(cudaMemset(d_sum, 0, sizeof(float)));
  if (n == 0) return;
  const unsigned blocks = static_cast<unsigned>((n + block_size - 1) / block_size);
  sum_kernel<<<blocks, dim3(32, block_size / 32), block_size * sizeof(float)>>>(d_in, d_sum, n);
  CUDA_CHECK(cudaGetLastError());
}
