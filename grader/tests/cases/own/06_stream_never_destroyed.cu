// case: stream_never_destroyed
// lab: 6
// verdict: wrong
// due: memory_leak
// why: Each call makes a stream, and none is ever destroyed.

#include <cmath>

#include "lab.hpp"

/// The least of each thread's chunk of `sign` times the elements, times `sign` again.
__global__ void chunk_minima(const float* d_in, float* d_out, std::size_t n, std::size_t chunk,
                             float sign) {
  const std::size_t t = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  float least = INFINITY;
  for (std::size_t i = t * chunk; i < (t + 1) * chunk && i < n; ++i)
    least = fminf(least, sign * d_in[i]);
  d_out[t] = sign * least;
}

constexpr unsigned threads = 1024;

std::size_t min_max_workspace_bytes(std::size_t) { return 2 * threads * sizeof(float); }

void min_max(const float* d_in, float* d_min, float* d_max, std::size_t n, void* d_workspace) {
  float* parts = static_cast<float*>(d_workspace);
  const std::size_t chunk = (n + threads - 1) / threads;
  cudaStream_t side;
  CUDA_CHECK(cudaStreamCreate(&side));
  for (const float sign : {1.0f, -1.0f}) {
    chunk_minima<<<threads / 64, 64, 0, side>>>(d_in, parts, n, chunk, sign);
    chunk_minima<<<1, 1, 0, side>>>(parts, sign > 0 ? d_min : d_max, threads, threads, sign);
    CUDA_CHECK(cudaGetLastError());
  }
}
