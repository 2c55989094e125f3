// case: mask_names_lanes_outside_the_branch
// lab: 4
// verdict: wrong
// due: warp_mask
// why: The scan of the warps' totals shuffles with a full mask inside if (t < warps).

#include "lab.hpp"

__global__ void scan_kernel(const float* in, float* out, float* sums, std::size_t n, unsigned) {
  __shared__ float totals[32];
  const unsigned t = threadIdx.x, tile = 2 * blockDim.x, lane = t % 32, warp = t / 32;
  const unsigned warps = (blockDim.x + 31) / 32;
  const std::size_t first = static_cast<std::size_t>(blockIdx.x) * tile + 2 * t;
  const float a = first < n ? in[first] : 0.0f, b = first + 1 < n ? in[first + 1] : 0.0f;
  float value = a + b;
  for (unsigned d = 1; d < 32; d *= 2) {
    const float other = __shfl_up_sync(0xffffffffu, value, d);
    if (lane >= d) value += other;
  }
  if (lane == 31 || t == blockDim.x - 1) totals[warp] = value;
  __syncthreads();
  if (t < warps) {
    float total = totals[t];
    for (unsigned d = 1; d < 32; d *= 2) {
      const float other = __shfl_up_sync(0xffffffffu, total, d);
      if (lane >= d) total += other;
    }
    totals[t] = total;
  }
  __syncthreads();
  float before = __shfl_up_sync(0xffffffffu, value, 1);
  if (lane == 0) before = 0.0f;
  if (warp > 0) before += totals[warp - 1];
  if (first < n) out[first] = before;
  if (first + 1 < n) out[first + 1] = before + a;
  if (t == 0 && sums != nullptr) sums[blockIdx.x] = totals[warps - 1];
}

void tile_scan(const float* d_in, float* d_out, float* d_tile_sums, std::size_t n, int block_size) {
  if (n == 0) return;
  const std::size_t tile = 2 * static_cast<std::size_t>(block_size);
  const unsigned tiles = static_cast<unsigned>((n + tile - 1) / tile);
  scan_kernel<<<tiles, block_size>>>(d_in, d_out, d_tile_sums, n, 0);
  CUDA_CHECK(cudaGetLastError());
}
