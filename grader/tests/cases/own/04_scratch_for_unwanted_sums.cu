// case: scratch_for_unwanted_sums
// lab: 4
// verdict: wrong
// due: memory_leak
// why: The kernel always has an array for the sums; each call makes it, and none frees it.

#include "lab.hpp"

__global__ void scan_kernel(const float* in, float* out, float* sums, std::size_t n, unsigned m) {
  extern __shared__ float s[];
  const unsigned t = threadIdx.x, tile = 2 * blockDim.x;
  const std::size_t base = static_cast<std::size_t>(blockIdx.x) * tile;
  for (unsigned k = t; k < m; k += blockDim.x)
    s[k] = k < tile && base + k < n ? in[base + k] : 0.0f;
  __syncthreads();
  for (unsigned d = 1; d < m; d *= 2) {
    for (unsigned k = 2 * d * (t + 1) - 1; k < m; k += 2 * d * blockDim.x) s[k] += s[k - d];
    __syncthreads();
  }
  if (t == 0) {
    sums[blockIdx.x] = s[m - 1];
    s[m - 1] = 0.0f;
  }
  __syncthreads();
  for (unsigned d = m / 2; d > 0; d /= 2) {
    for (unsigned k = 2 * d * (t + 1) - 1; k < m; k += 2 * d * blockDim.x) {
      const float left = s[k - d];
      s[k - d] = s[k];
      s[k] += left;
    }
    __syncthreads();
  }
  for (unsigned k = t; k < tile; k += blockDim.x)
    if (base + k < n) out[base + k] = s[k];
}

void tile_scan(const float* d_in, float* d_out, float* d_tile_sums, std::size_t n, int block_size) {
  if (n == 0) return;
  const std::size_t tile = 2 * static_cast<std::size_t>(block_size);
  const unsigned tiles = static_cast<unsigned>((n + tile - 1) / tile);
  unsigned m = 2;
  while (m < tile) m *= 2;
  float* d_sums = nullptr;
  CUDA_CHECK(cudaMalloc(&d_sums, tiles * sizeof(float)));
  scan_kernel<<<tiles, block_size, m * sizeof(float)>>>(d_in, d_out, d_sums, n, m);
  CUDA_CHECK(cudaGetLastError());
  if (d_tile_sums != nullptr)
    CUDA_CHECK(cudaMemcpy(d_tile_sums, d_sums, tiles * sizeof(float), cudaMemcpyDeviceToDevice));
}
