// case: shuffles_in_ragged_warps
// lab: 4
// verdict: correct
// why: A scan by shuffles whose last warp names the lanes that are there.

#include "lab.hpp"

__global__ void scan_kernel(const float* in, float* out, float* sums, std::size_t n, unsigned) {
  __shared__ float totals[32];
  const unsigned t = threadIdx.x, tile = 2 * blockDim.x, lane = t % 32, warp = t / 32;
  const unsigned lanes = min(32u, blockDim.x - 32 * warp);
  const unsigned mask = lanes == 32 ? 0xffffffffu : (1u << lanes) - 1;
  const std::size_t first = static_cast<std::size_t>(blockIdx.x) * tile + 2 * t;
  const float a = first < n ? in[first] : 0.0f, b = first + 1 < n ? in[first + 1] : 0.0f;
  float value = a + b;
  for (unsigned d = 1; d < lanes; d *= 2) {
    const float other = __shfl_up_sync(mask, value, d);
    if (lane >= d) value += other;
  }
  if (lane == lanes - 1) totals[warp] = value;
  __syncthreads();
  float before = __shfl_up_sync(mask, value, 1);
  if (lane == 0) before = 0.0f;
  for (unsigned w = 0; w < warp; ++w) before += totals[w];
  if (first < n) out[first] = before;
  if (first + 1 < n) out[first + 1] = before + a;
  if (sums != nullptr && t == blockDim.x - 1) sums[blockIdx.x] = (before + a) + b;
}

void tile_scan(const float* d_in, float* d_out, float* d_tile_sums, std::size_t n, int block_size) {
  if (n == 0) return;
  const std::size_t tile = 2 * static_cast<std::size_t>(block_size);
  const unsigned tiles = static_cast<unsigned>((n + tile - 1) / tile);
  scan_kernel<<<tiles, block_size>>>(d_in, d_out, d_tile_sums, n, 0);
  CUDA_CHECK(cudaGetLastError());
}
