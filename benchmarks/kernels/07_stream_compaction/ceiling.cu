// Lab 07, the ceiling: flags and elements are read once, 16 bytes at a time, and half as many
// elements are written as are read. The answer is wrong. Lengths have to be multiples of 4096 for
// all of it to be read.
#include <cuda_runtime.h>

#include "lab.hpp"

constexpr unsigned threads = 512;
constexpr unsigned part = 8 * threads;  // elements of a block

__global__ void __launch_bounds__(threads)
    move_kernel(const uint4* d_flags, const float4* d_in, float4* d_out, unsigned* d_count,
                std::size_t n) {
  const std::size_t read = static_cast<std::size_t>(blockIdx.x) * part / 4 + threadIdx.x;
  const std::size_t written = static_cast<std::size_t>(blockIdx.x) * part / 8 + threadIdx.x;
  const uint4 f = __ldcs(d_flags + read), g = __ldcs(d_flags + read + threads);
  const float4 x = __ldcs(d_in + read), y = __ldcs(d_in + read + threads);
  // What is written depends on all that is read, lest the compiler leave a load out.
  const bool all = (f.x & f.y & f.z & f.w & g.x & g.y & g.z & g.w) != 0;
  const float4 sum = make_float4(x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w);
  __stcs(d_out + written, all ? make_float4(0.0f, 0.0f, 0.0f, 0.0f) : sum);
  if (blockIdx.x == 0 && threadIdx.x == 0) *d_count = static_cast<unsigned>(n / 2);
}

std::size_t compact_workspace_bytes(std::size_t) { return 0; }

void compact(const unsigned* d_flags, const float* d_in, float* d_out, unsigned* d_count,
             std::size_t n, void*) {
  const auto grid_size = static_cast<unsigned>(n / part);
  if (grid_size == 0) return;
  move_kernel<<<grid_size, threads>>>(reinterpret_cast<const uint4*>(d_flags),
                                      reinterpret_cast<const float4*>(d_in),
                                      reinterpret_cast<float4*>(d_out), d_count, n);
  CUDA_CHECK(cudaGetLastError());
}
