// case: largest_finite_as_identity
// lab: 6
// verdict: wrong
// due: wrong_answer
// why: Begins with the largest finite floats: an array of infinities has another minimum.

#include <cfloat>

#include "lab.hpp"

__global__ void reduce(const float* in, float* low, float* high, std::size_t n) {
  __shared__ float a[256], b[256];
  const unsigned t = threadIdx.x;
  float x = FLT_MAX, y = -FLT_MAX;
  const std::size_t threads = static_cast<std::size_t>(gridDim.x) * 256;
  for (std::size_t i = static_cast<std::size_t>(blockIdx.x) * 256 + t; i < n; i += threads) {
    x = fminf(x, in[i]);
    y = fmaxf(y, in[i]);
  }
  a[t] = x;
  b[t] = y;
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

__global__ void finish(const float* results, float* low, float* high, unsigned blocks) {
  float x = FLT_MAX, y = -FLT_MAX;
  for (unsigned k = 0; k < blocks; ++k) {
    x = fminf(x, results[k]);
    y = fmaxf(y, results[blocks + k]);
  }
  *low = x;
  *high = y;
}

std::size_t min_max_workspace_bytes(std::size_t) { return 2 * 64 * sizeof(float); }

void min_max(const float* d_in, float* d_min, float* d_max, std::size_t n, void* d_workspace) {
  float* results = static_cast<float*>(d_workspace);
  reduce<<<64, 256>>>(d_in, results, results + 64, n);
  CUDA_CHECK(cudaGetLastError());
  finish<<<1, 1>>>(results, d_min, d_max, 64);
  CUDA_CHECK(cudaGetLastError());
}
