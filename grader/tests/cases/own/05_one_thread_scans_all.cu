// case: one_thread_scans_all
// lab: 5
// verdict: wrong
// due: inefficient
// why: One thread scans the whole array.

#include "lab.hpp"

__global__ void scan_kernel(const float* in, float* out, std::size_t n) {
  double total = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    out[i] = static_cast<float>(total);
    total += in[i];
  }
}

std::size_t scan_workspace_bytes(std::size_t, int) { return 0; }

void exclusive_scan(const float* d_in, float* d_out, std::size_t n, int, void*) {
  if (n == 0) return;
  scan_kernel<<<1, 1>>>(d_in, d_out, n);
  CUDA_CHECK(cudaGetLastError());
}
