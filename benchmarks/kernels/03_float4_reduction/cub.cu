// Lab 03 by cub::DeviceReduce::Sum.
#include <cub/cub.cuh>

#include <climits>

#include "lab.hpp"

void array_sum(const float* d_in, float* d_sum, std::size_t n, int) {
  // The lab has no workspace: one is made in the first call and kept. It serves every n, as CUB
  // launches no more blocks than fill the device.
  static void* d_temporary = nullptr;
  static std::size_t bytes = 0;
  if (d_temporary == nullptr) {
    CUDA_CHECK(cub::DeviceReduce::Sum(nullptr, bytes, d_in, d_sum, std::size_t{1} << 40));
    std::size_t bytes_for_int = 0;
    CUDA_CHECK(cub::DeviceReduce::Sum(nullptr, bytes_for_int, d_in, d_sum, INT_MAX));
    if (bytes < bytes_for_int) bytes = bytes_for_int;
    CUDA_CHECK(cudaMalloc(&d_temporary, bytes));
  }
  if (n <= INT_MAX) {
    CUDA_CHECK(cub::DeviceReduce::Sum(d_temporary, bytes, d_in, d_sum, static_cast<int>(n)));
  } else {
    CUDA_CHECK(cub::DeviceReduce::Sum(d_temporary, bytes, d_in, d_sum, n));
  }
}
