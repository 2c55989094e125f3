// cheat: replaces_the_binding
// lab: 2
// attempt: the grader's way into the lab is defined anew
// verdict: not_done
// stopped by: a submission's symbols are its own
#include <cuda_runtime.h>

#include "lab.hpp"

namespace worker {
struct Call;
void call_lab(const Call&) {}
std::size_t workspace_bytes(const Call&) { return 0; }
}  // namespace worker
int main() { return 0; }

void array_sum(const float* d_in, float* d_sum, std::size_t n, int block_size) {}
