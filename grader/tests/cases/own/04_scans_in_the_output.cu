// case: scans_in_the_output
// lab: 4
// verdict: correct
// why: Works in the output array in global memory; the block's barriers order that as well.

#include "lab.hpp"

__global__ void scan_kernel(const float* in, float* out, float* sums, std::size_t n,
                            std::size_t tile) {
  const std::size_t base = blockIdx.x * tile;
  const unsigned t = threadIdx.x;
  const unsigned length = static_cast<unsigned>(base + tile < n ? tile : n - base);
  for (unsigned k = t; k < length; k += blockDim.x) out[base + k] = k > 0 ? in[base + k - 1] : 0.0f;
  __syncthreads();
  for (unsigned d = 1; d < length; d *= 2) {
    float added[2] = {0.0f, 0.0f};
    for (unsigned k = t, r = 0; k < length; k += blockDim.x, ++r)
      if (k >= d) added[r] = out[base + k - d];
    __syncthreads();
    for (unsigned k = t, r = 0; k < length; k += blockDim.x, ++r) out[base + k] += added[r];
    __syncthreads();
  }
  if (t == 0 && sums != nullptr) sums[blockIdx.x] = out[base + length - 1] + in[base + length - 1];
}

void tile_scan(const float* d_in, float* d_out, float* d_tile_sums, std::size_t n, int block_size) {
  if (n == 0) return;
  const std::size_t tile = 2 * static_cast<std::size_t>(block_size);
  const unsigned tiles = static_cast<unsigned>((n + tile - 1) / tile);
  scan_kernel<<<tiles, block_size>>>(d_in, d_out, d_tile_sums, n, tile);
  CUDA_CHECK(cudaGetLastError());
}
