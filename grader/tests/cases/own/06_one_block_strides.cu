// case: one_block_strides
// lab: 6
// verdict: correct
// why: One block of 1024 threads walks over everything: slow, and right.

#include <cmath>

#include "lab.hpp"

__global__ void reduce(const float* in, float* d_min, float* d_max, std::size_t n) {
  __shared__ float a[1024], b[1024];
  const unsigned t = threadIdx.x;
  float x = INFINITY, y = -INFINITY;
  for (std::size_t i = t; i < n; i += 1024) {
    const float v = in[i];
    if (v < x) x = v;
    if (v > y) y = v;
  }
  a[t] = x;
  b[t] = y;
  for (unsigned d = 512; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d) {
      a[t] = a[t + d] < a[t] ? a[t + d] : a[t];
      b[t] = b[t + d] > b[t] ? b[t + d] : b[t];
    }
  }
  if (t == 0) {
    *d_min = a[0];
    *d_max = b[0];
  }
}

std::size_t min_max_workspace_bytes(std::size_t) { return 0; }

void min_max(const float* d_in, float* d_min, float* d_max, std::size_t n, void*) {
  reduce<<<1, 1024>>>(d_in, d_min, d_max, n);
  CUDA_CHECK(cudaGetLastError());
}
