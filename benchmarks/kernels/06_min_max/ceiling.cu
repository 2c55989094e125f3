// Lab 06, the ceiling: every element is read once, and nothing is done with it. The block size and
// the number of blocks are its own.
#include <cuda_runtime.h>

#include <algorithm>

#include "lab.hpp"

constexpr unsigned threads = 512;
constexpr unsigned loads = 4;  // 16-byte loads of a thread that are under way at a time

__global__ void __launch_bounds__(threads)
    read_kernel(const int4* d_in, float* d_low, std::size_t tiles) {
  int bits = 0;
  for (std::size_t tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    int4 v[loads];
#pragma unroll
    for (unsigned k = 0; k < loads; ++k) {
      v[k] = __ldcs(d_in + (tile * loads + k) * threads + threadIdx.x);
    }
#pragma unroll
    for (unsigned k = 0; k < loads; ++k) bits |= v[k].x | v[k].y | v[k].z | v[k].w;
  }
  // Keeps the compiler from leaving the loads out. The condition holds for no array of numbers.
  if (bits == 0x7fffdead) *d_low = 0.0f;
}

std::size_t min_max_workspace_bytes(std::size_t) { return 0; }

void min_max(const float* d_in, float* d_min, float*, std::size_t n, void*) {
  int multiprocessors = 0;
  CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0));
  const std::size_t tiles = n / 4 / (threads * loads);
  if (tiles == 0) return;
  const auto grid_size = static_cast<unsigned>(std::min<std::size_t>(tiles, 2 * multiprocessors));
  read_kernel<<<grid_size, threads>>>(reinterpret_cast<const int4*>(d_in), d_min, tiles);
  CUDA_CHECK(cudaGetLastError());
}
