// Lab 05, the ceiling: every element is read once and written once, 16 bytes at a time. The block
// size is this kernel's own, and the last n mod 4 elements are left out.
#include <cuda_runtime.h>

#include "lab.hpp"

constexpr unsigned threads = 512;
constexpr unsigned groups = 4;  // of 16 bytes, for each thread

__global__ void __launch_bounds__(threads)
    copy_kernel(const float4* d_in, float4* d_out, std::size_t n) {
  const std::size_t begin = static_cast<std::size_t>(blockIdx.x) * groups * threads + threadIdx.x;
  float4 v[groups];
#pragma unroll
  for (unsigned k = 0; k < groups; ++k) {
    if (begin + k * threads < n) v[k] = __ldcs(d_in + begin + k * threads);
  }
#pragma unroll
  for (unsigned k = 0; k < groups; ++k) {
    if (begin + k * threads < n) __stcs(d_out + begin + k * threads, v[k]);
  }
}

std::size_t scan_workspace_bytes(std::size_t, int) { return 0; }

void exclusive_scan(const float* d_in, float* d_out, std::size_t n, int, void*) {
  if (n < 4) return;
  const std::size_t per_block = 4 * groups * threads;
  const auto grid_size = static_cast<unsigned>((n + per_block - 1) / per_block);
  copy_kernel<<<grid_size, threads>>>(reinterpret_cast<const float4*>(d_in),
                                      reinterpret_cast<float4*>(d_out), n / 4);
  CUDA_CHECK(cudaGetLastError());
}
