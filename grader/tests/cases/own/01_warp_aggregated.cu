// case: warp_aggregated
// lab: 1
// verdict: correct
// why: The lanes that are there add up by shuffles; the first of them adds for all.

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include "lab.hpp"

namespace cg = cooperative_groups;

__global__ void sum_kernel(const float* in, float* sum, std::size_t n) {
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const auto active = cg::coalesced_threads();
  const float total = cg::reduce(active, in[i], cg::plus<float>());
  if (active.thread_rank() == 0) atomicAdd(sum, total);
}

void array_sum(const float* d_in, float* d_sum, std::size_t n, int block_size) {
  CUDA_CHECK(cudaMemset(d_sum, 0, sizeof(float)));
  if (n == 0) return;
  const std::size_t blocks = (n + block_size - 1) / block_size;
  sum_kernel<<<static_cast<unsigned>(blocks), block_size>>>(d_in, d_sum, n);
  CUDA_CHECK(cudaGetLastError());
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
