// case: static_and_dynamic_shared
// lab: 2
// verdict: correct
// why: Static shared memory for the warps' totals beside a dynamic buffer for the elements.

#include "lab.hpp"

template <class T>
__device__ T& at(T* base, unsigned k) {
  return base[k];
}

__global__ void __launch_bounds__(1024) sum_kernel(const float* in, float* sum, std::size_t n) {
  extern __shared__ float s[];
  __shared__ float totals[32];
  const unsigned t = threadIdx.x, warps = (blockDim.x + 31) / 32;
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  at(s, t) = i < n ? in[i] : 0.0f;
  __syncthreads();
  if (t < warps) {
    float value = 0.0f;
    for (unsigned k = 32 * t; k < min(32 * t + 32, blockDim.x); ++k) value += at(s, k);
    at(totals, t) = value;
  }
  __syncthreads();
  if (t == 0) {
    float value = 0.0f;
    for (unsigned w = 0; w < warps; ++w) value += totals[w];
    atomicAdd(sum, value);
  }
}

void array_sum(const float* d_in, float* d_sum, std::size_t n, int block_size) {
  CUDA_CHECK(cudaMemset(d_sum, 0, sizeof(float)));
  if (n == 0) return;
  const unsigned blocks = static_cast<unsigned>((n + block_size - 1) / block_size);
  sum_kernel<<<blocks, block_size, block_size * sizeof(float)>>>(d_in, d_sum, n);
  CUDA_CHECK(cudaGetLastError());
}
