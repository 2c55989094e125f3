// case: chunks_in_two_streams
// lab: 1
// verdict: correct
// why: The pipeline copies and adds chunks in two streams and joins both.

#include "lab.hpp"

__global__ void sum_kernel(const float* in, float* sum, std::size_t n) {
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(sum, in[i]);
}

void array_sum(const float* d_in, float* d_sum, std::size_t n, int block_size) {
  CUDA_CHECK(cudaMemset(d_sum, 0, sizeof(float)));
  if (n == 0) return;
  const std::size_t blocks = (n + block_size - 1) / block_size;
  sum_kernel<<<static_cast<unsigned>(blocks), block_size>>>(d_in, d_sum, n);
  CUDA_CHECK(cudaGetLastError());
}

float array_sum_from_host(const float* h_in, std::size_t n) {
  constexpr std::size_t chunk = 1000;
  float sum = 0.0f, *d_in = nullptr, *d_sum = nullptr;
  CUDA_CHECK(cudaMalloc(&d_in, (n + 1) * sizeof(float)), sum);
  CUDA_CHECK(cudaMalloc(&d_sum, sizeof(float)), sum);
  cudaStream_t streams[2];
  for (cudaStream_t& stream : streams) CUDA_CHECK(cudaStreamCreate(&stream), sum);
  CUDA_CHECK(cudaMemset(d_sum, 0, sizeof(float)), sum);
  for (std::size_t begin = 0, k = 0; begin < n; begin += chunk, ++k) {
    const std::size_t length = n - begin < chunk ? n - begin : chunk;
    const cudaStream_t stream = streams[k % 2];
    CUDA_CHECK(cudaMemcpyAsync(d_in + begin, h_in + begin, length * sizeof(float),
                               cudaMemcpyHostToDevice, stream),
               sum);
    sum_kernel<<<(length + 127) / 128, 128, 0, stream>>>(d_in + begin, d_sum, length);
    CUDA_CHECK(cudaGetLastError(), sum);
  }
  for (const cudaStream_t stream : streams) {
    CUDA_CHECK(cudaStreamSynchronize(stream), sum);
    CUDA_CHECK(cudaStreamDestroy(stream), sum);
  }
  CUDA_CHECK(cudaMemcpy(&sum, d_sum, sizeof(float), cudaMemcpyDeviceToHost), sum);
  CUDA_CHECK(cudaFree(d_sum), sum);
  CUDA_CHECK(cudaFree(d_in), sum);
  return sum;
}
