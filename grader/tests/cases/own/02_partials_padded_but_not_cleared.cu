// case: partials_padded_but_not_cleared
// lab: 2
// verdict: wrong
// due: uninitialized_read wrong_answer
// why: The second kernel adds 1024 partial sums, also where fewer blocks wrote one.

#include "lab.hpp"

__global__ void block_sums(const float* in, float* partial, std::size_t n) {
  extern __shared__ float s[];
  const unsigned t = threadIdx.x;
  float value = 0.0f;
  for (std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + t; i < n;
       i += static_cast<std::size_t>(gridDim.x) * blockDim.x)
    value += in[i];
  s[t] = value;
  __syncthreads();
  for (unsigned count = blockDim.x; count > 1; count = (count + 1) / 2) {
    if (t < count / 2) s[t] += s[t + (count + 1) / 2];
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = s[0];
}

__global__ void add_up(const float* partial, float* sum) {
  __shared__ float s[1024];
  const unsigned t = threadIdx.x;
  s[t] = partial[t];
  __syncthreads();
  for (unsigned count = blockDim.x; count > 1; count = (count + 1) / 2) {
    if (t < count / 2) s[t] += s[t + (count + 1) / 2];
    __syncthreads();
  }
  if (t == 0) *sum = s[0];
}

void array_sum(const float* d_in, float* d_sum, std::size_t n, int block_size) {
  float* partial = nullptr;
  CUDA_CHECK(cudaMalloc(&partial, 1024 * sizeof(float)));
  std::size_t blocks = (n + block_size - 1) / block_size;
  if (blocks == 0) blocks = 1;
  if (blocks > 1024) blocks = 1024;
  block_sums<<<static_cast<unsigned>(blocks), block_size, block_size * sizeof(float)>>>(d_in,
                                                                                        partial, n);
  add_up<<<1, 1024>>>(partial, d_sum);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaFree(partial));
}
