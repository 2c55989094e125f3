// Joined behind a case of lab 05: puts the lab's signatures on its exclusive_scan; block_size is
// ignored, and what the case needs beside its output it allocates itself.
#undef CUDA_CHECK
#include "lab.hpp"

std::size_t scan_workspace_bytes(std::size_t, int) { return 0; }

void exclusive_scan(const float* d_in, float* d_out, std::size_t n, int, void*) {
  exclusive_scan(d_in, d_out, n);
}
