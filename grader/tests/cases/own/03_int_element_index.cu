// case: int_element_index
// lab: 3
// verdict: wrong
// due: out_of_bounds
// why: 4 * g is computed in int: from 2^31 elements on it is negative.

#include "lab.hpp"

/// Adds the block's values; the result is thread 0's.
__device__ float block_sum(float value) {
  __shared__ float s[1024];
  const unsigned t = threadIdx.x;
  s[t] = value;
  __syncthreads();
  for (unsigned count = blockDim.x; count > 1; count = (count + 1) / 2) {
    if (t < count / 2) s[t] += s[t + (count + 1) / 2];
    __syncthreads();
  }
  return s[0];
}

__global__ void sum_kernel(const float* in, float* sum, std::size_t n) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x, stride = gridDim.x * blockDim.x;
  const std::size_t whole = reinterpret_cast<std::size_t>(in) % 16 == 0 ? n / 4 : 0;
  float value = 0.0f;
  if (thread < whole) {
    const int first = 4 * thread;
    const float4 v = *reinterpret_cast<const float4*>(in + first);
    value = (v.x + v.y) + (v.z + v.w);
  }
  for (std::size_t i = 4 * whole + thread; i < n; i += stride) value += in[i];
  value = block_sum(value);
  if (threadIdx.x == 0) atomicAdd(sum, value);
}

void array_sum(const float* d_in, float* d_sum, std::size_t n, int block_size) {
  CUDA_CHECK(cudaMemset(d_sum, 0, sizeof(float)));
  if (n == 0) return;
  std::size_t blocks = (n / 4 + block_size - 1) / block_size;
  if (blocks == 0) blocks = 1;
  sum_kernel<<<static_cast<unsigned>(blocks), block_size>>>(d_in, d_sum, n);
  CUDA_CHECK(cudaGetLastError());
}
