// case: streams_do_not_wait_for_the_reset
// lab: 2
// verdict: wrong
// due: stream_order wrong_answer data_race
// why: The streams are joined at the end, but start before the sum is zero.

#include "lab.hpp"

__global__ void sum_kernel(const float* in, float* sum, std::size_t n) {
  extern __shared__ float s[];
  const unsigned t = threadIdx.x;
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  s[t] = i < n ? in[i] : 0.0f;
  __syncthreads();
  for (unsigned count = blockDim.x; count > 1; count = (count + 1) / 2) {
    if (t < count / 2) s[t] += s[t + (count + 1) / 2];
    __syncthreads();
  }
  if (t == 0) atomicAdd(sum, s[0]);
}

void array_sum(const float* d_in, float* d_sum, std::size_t n, int block_size) {
  CUDA_CHECK(cudaMemset(d_sum, 0, sizeof(float)));
  cudaStream_t streams[2];
  cudaEvent_t zeroed, done[2];
  CUDA_CHECK(cudaEventCreate(&zeroed));
  CUDA_CHECK(cudaEventRecord(zeroed));
  const std::size_t half = n / 2;
  for (int k = 0; k < 2; ++k) {
    CUDA_CHECK(cudaStreamCreateWithFlags(&streams[k], cudaStreamNonBlocking));
    CUDA_CHECK(cudaEventCreateWithFlags(&done[k], cudaEventDisableTiming));
    const std::size_t length = k == 0 ? half : n - half;
    const unsigned blocks = static_cast<unsigned>((length + block_size - 1) / block_size);
    if (blocks > 0)
      sum_kernel<<<blocks, block_size, block_size * sizeof(float), streams[k]>>>(d_in + k * half,
                                                                                 d_sum, length);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaEventRecord(done[k], streams[k]));
    CUDA_CHECK(cudaStreamWaitEvent(0, done[k], 0));
    CUDA_CHECK(cudaEventDestroy(done[k]));
    CUDA_CHECK(cudaStreamDestroy(streams[k]));
  }
  CUDA_CHECK(cudaEventDestroy(zeroed));
}
