// case: pointer_rounded_down_with_guards
// lab: 3
// verdict: correct
// why: Groups from the boundary before the input on; the first and last are read element by
// element.

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
  const std::size_t thread = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  const std::size_t stride = static_cast<std::size_t>(gridDim.x) * blockDim.x;
  const std::size_t past = reinterpret_cast<std::size_t>(in) / sizeof(float) % 4;
  const std::size_t groups = (n + past + 3) / 4;
  float value = 0.0f;
  for (std::size_t g = thread; g < groups; g += stride) {
    if (4 * g >= past && 4 * g + 4 <= n + past) {
      const float4 v = *reinterpret_cast<const float4*>(in + (4 * g - past));
      value += (v.x + v.y) + (v.z + v.w);
    } else {
      for (std::size_t k = 4 * g; k < 4 * g + 4; ++k)
        if (k >= past && k < n + past) value += in[k - past];
    }
  }
  value = block_sum(value);
  if (threadIdx.x == 0) atomicAdd(sum, value);
}

void array_sum(const float* d_in, float* d_sum, std::size_t n, int block_size) {
  CUDA_CHECK(cudaMemset(d_sum, 0, sizeof(float)));
  if (n == 0) return;
  std::size_t blocks = (n / 4 + block_size - 1) / block_size;
  if (blocks == 0) blocks = 1;
  if (blocks > 256) blocks = 256;
  sum_kernel<<<static_cast<unsigned>(blocks), block_size>>>(d_in, d_sum, n);
  CUDA_CHECK(cudaGetLastError());
}
