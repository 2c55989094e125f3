// case: writes_where_it_still_reads
// lab: 6
// verdict: wrong
// due: data_race wrong_answer
// why: All launches use one region: a block writes its result over elements that others read.

#include <cmath>

#include "lab.hpp"

__global__ void level(const float* in, float* low, float* high, std::size_t n) {
  __shared__ float a[512], b[512];
  const unsigned t = threadIdx.x;
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * 512 + t;
  a[t] = i < n ? in[i] : INFINITY;
  b[t] = i < n ? in[i] : -INFINITY;
  __syncthreads();
  for (unsigned d = 256; d > 0; d /= 2) {
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

std::size_t min_max_workspace_bytes(std::size_t n) { return (n / 512 + 1) * 2 * sizeof(float); }

void min_max(const float* d_in, float* d_min, float* d_max, std::size_t n, void* d_workspace) {
  float* results = static_cast<float*>(d_workspace);
  while (n > 512) {
    const std::size_t blocks = (n + 511) / 512;
    level<<<static_cast<unsigned>(blocks), 512>>>(d_in, results, results + blocks, n);
    CUDA_CHECK(cudaGetLastError());
    d_in = results;
    n = 2 * blocks;
  }
  level<<<1, 512>>>(d_in, d_min, d_max, n);
  CUDA_CHECK(cudaGetLastError());
}
