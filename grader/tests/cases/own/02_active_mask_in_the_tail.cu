// case: active_mask_in_the_tail
// lab: 2
// verdict: wrong
// due: warp_mask wrong_answer uninitialized_read
// why: The lanes of the tail use __activemask and take values from lanes that are not there.

#include "lab.hpp"

__global__ void sum_kernel(const float* in, float* sum, std::size_t n) {
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) {
    float value = in[i];
    for (int d = 16; d > 0; d /= 2) value += __shfl_down_sync(__activemask(), value, d);
    if (threadIdx.x % 32 == 0) atomicAdd(sum, value);
  }
}

void array_sum(const float* d_in, float* d_sum, std::size_t n, int block_size) {
  CUDA_CHECK(cudaMemset(d_sum, 0, sizeof(float)));
  if (n == 0) return;
  const unsigned blocks = static_cast<unsigned>((n + block_size - 1) / block_size);
  sum_kernel<<<blocks, block_size>>>(d_in, d_sum, n);
  CUDA_CHECK(cudaGetLastError());
}
