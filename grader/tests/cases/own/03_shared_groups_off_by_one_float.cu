// case: shared_groups_off_by_one_float
// lab: 3
// verdict: wrong
// due: misaligned_access
// why: A float4 is stored to shared memory one float behind a boundary.

#include "lab.hpp"

/// Floats in front of the first one at a 16-byte boundary.
__device__ std::size_t head_length(const float* in, std::size_t n) {
  const std::size_t past = reinterpret_cast<std::size_t>(in) / sizeof(float) % 4;
  const std::size_t head = (4 - past) % 4;
  return head < n ? head : n;
}

__global__ void sum_kernel(const float* in, float* sum, std::size_t n) {
  const std::size_t thread = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  const std::size_t stride = static_cast<std::size_t>(gridDim.x) * blockDim.x;
  const std::size_t head = head_length(in, n), groups = (n - head) / 4;
  const float4* body = reinterpret_cast<const float4*>(in + head);
  float value = 0.0f;
  for (std::size_t g = thread; g < groups; g += stride) {
    const float4 v = body[g];
    value += (v.x + v.y) + (v.z + v.w);
  }
  for (std::size_t i = thread; i < head; i += stride) value += in[i];
  for (std::size_t i = head + 4 * groups + thread; i < n; i += stride) value += in[i];
  __shared__ alignas(16) float s[4 * 1024 + 4];
  float* slots = s + 1;
  reinterpret_cast<float4*>(slots)[threadIdx.x] = make_float4(value, 0.0f, 0.0f, 0.0f);
  __syncthreads();
  if (threadIdx.x != 0) return;
  for (unsigned t = 1; t < blockDim.x; ++t) value += slots[4 * t];
  atomicAdd(sum, value);
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
