// Lab 05 by cub::DeviceScan::ExclusiveSum.
#include <cub/cub.cuh>

#include <climits>

#include "lab.hpp"

// One call of CUB, with the shorter of the two types that hold n: it is the faster one.
cudaError_t scan(void* d_workspace, std::size_t& bytes, const float* d_in, float* d_out,
                 std::size_t n) {
  if (n > INT_MAX) return cub::DeviceScan::ExclusiveSum(d_workspace, bytes, d_in, d_out, n);
  return cub::DeviceScan::ExclusiveSum(d_workspace, bytes, d_in, d_out, static_cast<int>(n));
}

std::size_t scan_workspace_bytes(std::size_t n, int) {
  std::size_t bytes = 0;
  const float* d_in = nullptr;
  float* d_out = nullptr;
  CUDA_CHECK(scan(nullptr, bytes, d_in, d_out, n), 0);
  return bytes;
}

void exclusive_scan(const float* d_in, float* d_out, std::size_t n, int block_size,
                    void* d_workspace) {
  if (n == 0) return;
  std::size_t bytes = scan_workspace_bytes(n, block_size);
  CUDA_CHECK(scan(d_workspace, bytes, d_in, d_out, n));
}
