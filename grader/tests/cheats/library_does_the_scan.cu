// cheat: library_does_the_scan
// lab: 4
// attempt: a library's scan stands where the exercise asks for one
// verdict: policy
// reason: does the work here
// stopped by: the frontend: libraries that do the lab's work
#include <cuda_runtime.h>

#include <cub/cub.cuh>

#include "lab.hpp"

__global__ void scan_tiles(const float* d_in, float* d_out, std::size_t n) {
  using Scan = cub::BlockScan<float, 256>;
  __shared__ typename Scan::TempStorage room;
  const std::size_t i = std::size_t{blockIdx.x} * 256 + threadIdx.x;
  float value = i < n ? d_in[i] : 0;
  Scan(room).ExclusiveSum(value, value);
  if (i < n) d_out[i] = value;
}

void tile_scan(const float* d_in, float* d_out, float*, std::size_t n, int) {
  scan_tiles<<<static_cast<unsigned>(n / 256 + 1), 256>>>(d_in, d_out, n);
}
