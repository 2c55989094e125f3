// case: one_padding_for_both
// lab: 6
// verdict: wrong
// due: wrong_answer
// why: The maximum is padded with the identity element of the minimum.

#include <cmath>

#include "lab.hpp"

__global__ void reduce(const float* in, float* low, float* high, std::size_t n) {
  __shared__ float a[256], b[256];
  const unsigned t = threadIdx.x;
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * 256 + t;
  a[t] = b[t] = i < n ? in[i] : INFINITY;
  __syncthreads();
  for (unsigned d = 128; d > 0; d /= 2) {
    if (t < d) {
      a[t] = fminf(a[t], a[t + d]);
      b[t] = fmaxf(b[t], b[t + d]);
    }
    __syncthreads();
  }
  if (t == 0) {
    low[blockIdx.x] = a[0];
    high[blockIdx.x] = b[0];
  }
}

__global__ void finish(const float* low, const float* high, float* d_min, float* d_max,
                       std::size_t blocks) {
  float x = INFINITY, y = -INFINITY;
  for (std::size_t k = 0; k < blocks; ++k) {
    x = fminf(x, low[k]);
    y = fmaxf(y, high[k]);
  }
  *d_min = x;
  *d_max = y;
}

std::size_t min_max_workspace_bytes(std::size_t n) { return (n + 255) / 256 * 2 * sizeof(float); }

void min_max(const float* d_in, float* d_min, float* d_max, std::size_t n, void* d_workspace) {
  const std::size_t blocks = (n + 255) / 256;
  float* low = static_cast<float*>(d_workspace);
  if (n > 0) reduce<<<static_cast<unsigned>(blocks), 256>>>(d_in, low, low + blocks, n);
  finish<<<1, 1>>>(low, low + blocks, d_min, d_max, blocks);
  CUDA_CHECK(cudaGetLastError());
}
