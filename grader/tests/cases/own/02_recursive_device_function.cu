// case: recursive_device_function
// lab: 2
// verdict: correct
// why: A device function that calls itself adds the block's elements.

#include "lab.hpp"

__device__ float add_range(const float* values, unsigned count) {
  if (count == 1) return values[0];
  const unsigned half = count / 2;
  return add_range(values, half) + add_range(values + half, count - half);
}

__global__ void sum_kernel(const float* in, float* sum, std::size_t n) {
  extern __shared__ float s[];
  const unsigned t = threadIdx.x;
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  s[t] = i < n ? in[i] : 0.0f;
  __syncthreads();
  if (t == 0) atomicAdd(sum, add_range(s, blockDim.x));
}

void array_sum(const float* d_in, float* d_sum, std::size_t n, int block_size) {
  CUDA_CHECK(cudaMemset(d_sum, 0, sizeof(float)));
  if (n == 0) return;
  const unsigned blocks = static_cast<unsigned>((n + block_size - 1) / block_size);
  sum_kernel<<<blocks, block_size, block_size * sizeof(float)>>>(d_in, d_sum, n);
  CUDA_CHECK(cudaGetLastError());
}
