// case: one_buffer_one_barrier
// lab: 4
// verdict: wrong
// due: data_race
// why: Each step reads and writes the same buffer with one barrier a step.

#include "lab.hpp"

__global__ void scan_kernel(const float* in, float* out, float* sums, std::size_t n, unsigned) {
  extern __shared__ float s[];
  const unsigned t = threadIdx.x, tile = 2 * blockDim.x;
  const std::size_t base = static_cast<std::size_t>(blockIdx.x) * tile;
  for (unsigned k = t; k < tile; k += blockDim.x) s[k] = base + k < n ? in[base + k] : 0.0f;
  __syncthreads();
  for (unsigned d = 1; d < tile; d *= 2) {
    for (unsigned k = t; k < tile; k += blockDim.x) s[k] = s[k] + (k >= d ? s[k - d] : 0.0f);
    __syncthreads();
  }
  for (unsigned k = t; k < tile; k += blockDim.x)
    if (base + k < n) out[base + k] = k > 0 ? s[k - 1] : 0.0f;
  if (t == 0 && sums != nullptr) sums[blockIdx.x] = s[tile - 1];
}

void tile_scan(const float* d_in, float* d_out, float* d_tile_sums, std::size_t n, int block_size) {
  if (n == 0) return;
  const std::size_t tile = 2 * static_cast<std::size_t>(block_size);
  const unsigned tiles = static_cast<unsigned>((n + tile - 1) / tile);
  scan_kernel<<<tiles, block_size, 2 * tile * sizeof(float)>>>(d_in, d_out, d_tile_sums, n, 0);
  CUDA_CHECK(cudaGetLastError());
}
