// case: serial_tile
// lab: 4
// verdict: wrong
// due: inefficient
// why: One thread scans its whole tile.

#include "lab.hpp"

__global__ void scan_kernel(const float* in, float* out, float* sums, std::size_t n,
                            std::size_t tile) {
  const std::size_t base = blockIdx.x * tile, end = base + tile < n ? base + tile : n;
  float total = 0.0f;
  for (std::size_t i = base; i < end; ++i) {
    out[i] = total;
    total += in[i];
  }
  if (sums != nullptr) sums[blockIdx.x] = total;
}

void tile_scan(const float* d_in, float* d_out, float* d_tile_sums, std::size_t n, int block_size) {
  if (n == 0) return;
  const std::size_t tile = 2 * static_cast<std::size_t>(block_size);
  const unsigned tiles = static_cast<unsigned>((n + tile - 1) / tile);
  scan_kernel<<<tiles, 1>>>(d_in, d_out, d_tile_sums, n, tile);
  CUDA_CHECK(cudaGetLastError());
}
