// Joined behind a case of lab 06: puts the lab's signatures on its min_max; what the case needs
// beside its outputs it allocates itself.
#undef CUDA_CHECK
#include "lab.hpp"

std::size_t min_max_workspace_bytes(std::size_t) { return 0; }

void min_max(const float* d_in, float* d_min, float* d_max, std::size_t n, void*) {
  min_max(d_in, d_min, d_max, n);
}
