// case: zeroed_in_another_stream
// lab: 1
// verdict: wrong
// due: stream_order data_race wrong_answer
// why: The reset runs in a stream that the kernel in the default stream does not wait for.

#include "lab.hpp"

__global__ void sum_kernel(const float* in, float* sum, std::size_t n) {
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(sum, in[i]);
}

void array_sum(const float* d_in, float* d_sum, std::size_t n, int block_size) {
  cudaStream_t side;
  CUDA_CHECK(cudaStreamCreateWithFlags(&side, cudaStreamNonBlocking));
  CUDA_CHECK(cudaMemsetAsync(d_sum, 0, sizeof(float), side));
  if (n > 0) {
    const std::size_t blocks = (n + block_size - 1) / block_size;
    sum_kernel<<<static_cast<unsigned>(blocks), block_size>>>(d_in, d_sum, n);
    CUDA_CHECK(cudaGetLastError());
  }
  CUDA_CHECK(cudaStreamSynchronize(side));
  CUDA_CHECK(cudaStreamDestroy(side));
}

float array_sum_from_host(const float* h_in, std::size_t n) {
  float sum = 0.0f;
  if (n == 0) return sum;
  float *d_in = nullptr, *d_sum = nullptr;
  CUDA_CHECK(cudaMalloc(&d_in, n * sizeof(float)), sum);
  CUDA_CHECK(cudaMalloc(&d_sum, sizeof(float)), sum);
  CUDA_CHECK(cudaMemcpy(d_in, h_in, n * sizeof(float), cudaMemcpyHostToDevice), sum);
  array_sum(d_in, d_sum, n, 256);
  CUDA_CHECK(cudaMemcpy(&sum, d_sum, sizeof(float), cudaMemcpyDeviceToHost), sum);
  CUDA_CHECK(cudaFree(d_sum), sum);
  CUDA_CHECK(cudaFree(d_in), sum);
  return sum;
}
