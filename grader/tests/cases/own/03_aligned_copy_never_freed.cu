// case: aligned_copy_never_freed
// lab: 3
// verdict: wrong
// due: memory_leak
// why: Every call copies the input to an aligned array of its own, which nobody frees.

#include "lab.hpp"

__global__ void sum_kernel(const float4* groups, float* sum, std::size_t count) {
  extern __shared__ float s[];
  const unsigned t = threadIdx.x;
  float total = 0.0f;
  const std::size_t stride = static_cast<std::size_t>(gridDim.x) * blockDim.x;
  for (std::size_t g = static_cast<std::size_t>(blockIdx.x) * blockDim.x + t; g < count;
       g += stride) {
    const float4 v = groups[g];
    total += (v.x + v.y) + (v.z + v.w);
  }
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
  const std::size_t count = (n + 3) / 4;
  float4* d_groups = nullptr;
  CUDA_CHECK(cudaMalloc(&d_groups, count * sizeof(float4)));
  CUDA_CHECK(cudaMemset(d_groups + count - 1, 0, sizeof(float4)));
  CUDA_CHECK(cudaMemcpy(d_groups, d_in, n * sizeof(float), cudaMemcpyDeviceToDevice));
  const std::size_t blocks = (count + block_size - 1) / block_size;
  sum_kernel<<<static_cast<unsigned>(blocks < 256 ? blocks : 256), block_size,
               block_size * sizeof(float)>>>(d_groups, d_sum, count);
  CUDA_CHECK(cudaGetLastError());
}
