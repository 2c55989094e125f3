// case: partials_of_the_first_call
// lab: 2
// verdict: wrong
// due: out_of_bounds
// why: The workspace is as large as the first call needed and is kept for larger ones.

#include "lab.hpp"

__global__ void block_sums(const float* in, float* partial, std::size_t n) {
  extern __shared__ float s[];
  const unsigned t = threadIdx.x;
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  s[t] = i < n ? in[i] : 0.0f;
  __syncthreads();
  for (unsigned count = blockDim.x; count > 1; count = (count + 1) / 2) {
    if (t < count / 2) s[t] += s[t + (count + 1) / 2];
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = s[0];
}

__global__ void add_up(const float* partial, float* sum, unsigned count) {
  __shared__ float total;
  if (threadIdx.x == 0) total = 0.0f;
  __syncthreads();
  float value = 0.0f;
  for (unsigned k = threadIdx.x; k < count; k += blockDim.x) value += partial[k];
  atomicAdd(&total, value);
  __syncthreads();
  if (threadIdx.x == 0) *sum = total;
}

void array_sum(const float* d_in, float* d_sum, std::size_t n, int block_size) {
  static float* partial = nullptr;
  const unsigned blocks = static_cast<unsigned>((n + block_size - 1) / block_size);
  if (partial == nullptr) CUDA_CHECK(cudaMalloc(&partial, (blocks + 1) * sizeof(float)));
  if (blocks > 0) block_sums<<<blocks, block_size, block_size * sizeof(float)>>>(d_in, partial, n);
  add_up<<<1, 256>>>(partial, d_sum, blocks);
  CUDA_CHECK(cudaGetLastError());
}
