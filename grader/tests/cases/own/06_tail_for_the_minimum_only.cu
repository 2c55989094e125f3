// case: tail_for_the_minimum_only
// lab: 6
// verdict: wrong
// due: wrong_answer
// why: The elements behind the last group of four reach the minimum and not the maximum.

#include <cmath>

#include "lab.hpp"

__global__ void reduce(const float* in, float* low, float* high, std::size_t n) {
  __shared__ float a[8], b[8];
  const float4* groups = reinterpret_cast<const float4*>(in);
  const std::size_t index = static_cast<std::size_t>(blockIdx.x) * 256 + threadIdx.x;
  float x = INFINITY, y = -INFINITY;
  for (std::size_t g = index; g < n / 4; g += static_cast<std::size_t>(gridDim.x) * 256) {
    const float4 v = groups[g];
    x = fminf(x, fminf(fminf(v.x, v.y), fminf(v.z, v.w)));
    y = fmaxf(y, fmaxf(fmaxf(v.x, v.y), fmaxf(v.z, v.w)));
  }
  for (std::size_t i = n / 4 * 4 + index; i < n; i += 4) x = fminf(x, in[i]);
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
    for (int w = 0; w < 8; ++w) {
      x = fminf(x, a[w]);
      y = fmaxf(y, b[w]);
    }
    low[blockIdx.x] = x;
    high[blockIdx.x] = y;
  }
}

__global__ void finish(const float* results, float* low, float* high, unsigned blocks) {
  float x = INFINITY, y = -INFINITY;
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
