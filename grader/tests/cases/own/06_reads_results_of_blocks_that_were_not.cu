// case: reads_results_of_blocks_that_were_not
// lab: 6
// verdict: wrong
// due: uninitialized_read wrong_answer
// why: The last launch reads 256 results for any n; with fewer blocks the rest is of an earlier
// call.

#include <cmath>

#include "lab.hpp"

__global__ void reduce(const float* in, float* low, float* high, std::size_t n) {
  __shared__ float a[32], b[32];
  float x = INFINITY, y = -INFINITY;
  const std::size_t threads = static_cast<std::size_t>(gridDim.x) * blockDim.x;
  for (std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < n;
       i += threads) {
    x = fminf(x, in[i]);
    y = fmaxf(y, in[i]);
  }
  for (int d = 16; d > 0; d /= 2) {
    x = fminf(x, __shfl_xor_sync(~0u, x, d));
    y = fmaxf(y, __shfl_xor_sync(~0u, y, d));
  }
  if (threadIdx.x % 32 == 0) {
    a[threadIdx.x / 32] = x;
    b[threadIdx.x / 32] = y;
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    for (unsigned w = 1; w < blockDim.x / 32; ++w) {
      x = fminf(x, a[w]);
      y = fmaxf(y, b[w]);
    }
    low[blockIdx.x] = x;
    high[blockIdx.x] = y;
  }
}

__global__ void finish(const float* low, const float* high, float* d_min, float* d_max) {
  __shared__ float a[256], b[256];
  const unsigned t = threadIdx.x;
  a[t] = low[t];
  b[t] = high[t];
  __syncthreads();
  for (unsigned d = 128; d > 0; d /= 2) {
    if (t < d) {
      a[t] = fminf(a[t], a[t + d]);
      b[t] = fmaxf(b[t], b[t + d]);
    }
    __syncthreads();
  }
  if (t == 0) {
    *d_min = a[0];
    *d_max = b[0];
  }
}

std::size_t min_max_workspace_bytes(std::size_t) { return 512 * sizeof(float); }

void min_max(const float* d_in, float* d_min, float* d_max, std::size_t n, void* d_workspace) {
  float* low = static_cast<float*>(d_workspace);
  const std::size_t blocks = min((n + 255) / 256 + 1, std::size_t{256});
  reduce<<<static_cast<unsigned>(blocks), 256>>>(d_in, low, low + 256, n);
  finish<<<1, 256>>>(low, low + 256, d_min, d_max);
  CUDA_CHECK(cudaGetLastError());
}
