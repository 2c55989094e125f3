// cheat: works_ahead_of_its_stream
// lab: 2
// backend: cuda
// attempt: long arrays are added in a stream that waits for no other, and are done before the
//   default stream comes to the first event
// verdict: pass
// time: suspect
// points: 70
// stopped by: a time below what the bytes allow, and one that grows when nothing holds the stream
#include <cuda_runtime.h>

#include "lab.hpp"

__global__ void add(const float* d_in, float* d_sum, std::size_t n) {
  extern __shared__ float partial[];
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  partial[threadIdx.x] = i < n ? d_in[i] : 0;
  __syncthreads();
  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (threadIdx.x < stride) partial[threadIdx.x] += partial[threadIdx.x + stride];
    __syncthreads();
  }
  if (threadIdx.x == 0) atomicAdd(d_sum, partial[0]);
}

__global__ void add_one_by_one(const float* d_in, float* d_sum, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(d_sum, d_in[i]);
}

void array_sum(const float* d_in, float* d_sum, std::size_t n, int block_size) {
  static cudaStream_t side = nullptr;
  if (side == nullptr) cudaStreamCreateWithFlags(&side, cudaStreamNonBlocking);
  if (n < std::size_t{1} << 22) {
    cudaMemset(d_sum, 0, sizeof(float));
    const auto blocks = static_cast<unsigned>((n + block_size - 1) / block_size);
    if (n > 0) add_one_by_one<<<blocks, block_size>>>(d_in, d_sum, n);
    return;
  }
  constexpr unsigned threads = 256;
  const auto blocks = static_cast<unsigned>((n + threads - 1) / threads);
  cudaMemsetAsync(d_sum, 0, sizeof(float), side);
  add<<<blocks, threads, threads * sizeof(float), side>>>(d_in, d_sum, n);
  cudaStreamSynchronize(side);
}
