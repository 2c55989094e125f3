// case: one_thread_adds_all
// lab: 2
// verdict: wrong
// due: inefficient
// why: One thread reads the whole array.

#include "lab.hpp"

__global__ void sum_kernel(const float* in, float* sum, std::size_t n) {
  float total = 0.0f, lost = 0.0f;
  for (std::size_t i = 0; i < n; ++i) {
    const float y = in[i] - lost, t = total + y;
    lost = (t - total) - y;
    total = t;
  }
  *sum = total;
}

void array_sum(const float* d_in, float* d_sum, std::size_t n, int) {
  sum_kernel<<<1, 1>>>(d_in, d_sum, n);
  CUDA_CHECK(cudaGetLastError());
}
