// Lab 07 by cub::DeviceSelect::Flagged.
#include <cub/cub.cuh>

#include <climits>

#include "lab.hpp"

// One call of CUB, with the shorter of the two types that hold n: it is the faster one.
cudaError_t select(void* d_workspace, std::size_t& bytes, const float* d_in,
                   const unsigned* d_flags, float* d_out, unsigned* d_count, std::size_t n) {
  if (n > INT_MAX) {
    return cub::DeviceSelect::Flagged(d_workspace, bytes, d_in, d_flags, d_out, d_count,
                                      static_cast<std::int64_t>(n));
  }
  return cub::DeviceSelect::Flagged(d_workspace, bytes, d_in, d_flags, d_out, d_count,
                                    static_cast<int>(n));
}

std::size_t compact_workspace_bytes(std::size_t n) {
  std::size_t bytes = 0;
  CUDA_CHECK(select(nullptr, bytes, nullptr, nullptr, nullptr, nullptr, n), 0);
  return bytes;
}

void compact(const unsigned* d_flags, const float* d_in, float* d_out, unsigned* d_count,
             std::size_t n, void* d_workspace) {
  std::size_t bytes = compact_workspace_bytes(n);
  CUDA_CHECK(select(d_workspace, bytes, d_in, d_flags, d_out, d_count, n));
}
