// cheat: work_left_on_another_stream
// lab: 2
// attempt: the kernel runs in a stream that nothing waits for
// verdict: stream_order wrong_answer
// stopped by: outputs are read in the default stream alone
#include <cuda_runtime.h>

#include "lab.hpp"

__global__ void add(const float* d_in, float* d_sum, std::size_t n) {
  float sum = 0;
  for (std::size_t i = 0; i < n; ++i) sum += d_in[i];
  *d_sum = sum;
}

void array_sum(const float* d_in, float* d_sum, std::size_t n, int block_size) {
  static cudaStream_t side = nullptr;
  if (side == nullptr) cudaStreamCreateWithFlags(&side, cudaStreamNonBlocking);
  add<<<1, 1, 0, side>>>(d_in, d_sum, n);
}
