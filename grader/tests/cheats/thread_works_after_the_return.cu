// cheat: thread_works_after_the_return
// lab: 2
// attempt: a detached thread does the work while the grader reads
// verdict: not_done crash wrong_answer host_device_mixup out_of_bounds
// stopped by: outputs are read at once
#include <cuda_runtime.h>

#include <chrono>
#include <thread>

#include "lab.hpp"

__global__ void add(const float* d_in, float* d_sum, std::size_t n) {
  extern __shared__ float partial[];
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  partial[threadIdx.x] = i < n ? d_in[i] : 0;
  __syncthreads();
  if (threadIdx.x != 0) return;
  float sum = 0;
  for (unsigned k = 0; k < blockDim.x; ++k) sum += partial[k];
  atomicAdd(d_sum, sum);
}

static void really_sum(const float* d_in, float* d_sum, std::size_t n, int block_size) {
  cudaMemset(d_sum, 0, sizeof(float));
  if (n == 0) return;
  const auto blocks = static_cast<unsigned>((n + block_size - 1) / block_size);
  add<<<blocks, block_size, block_size * sizeof(float)>>>(d_in, d_sum, n);
}

void array_sum(const float* d_in, float* d_sum, std::size_t n, int block_size) {
  std::thread([=] {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    really_sum(d_in, d_sum, n, block_size);
  }).detach();
}
