// case: operator_as_template_argument
// lab: 2
// verdict: correct
// why: The operator and the block size are template arguments behind a macro and a switch.

#include "lab.hpp"

struct Plus {
  static constexpr float identity = 0.0f;
  __device__ float operator()(float a, float b) const { return a + b; }
};

template <unsigned Threads, class Operator>
__global__ void reduce(const float* __restrict__ in, float* __restrict__ out, std::size_t n) {
  __shared__ union {
    float value[Threads];
    unsigned bits[Threads];
  } s;
  const unsigned t = threadIdx.x;
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * Threads + t;
  s.value[t] = i < n ? in[i] : Operator::identity;
  __syncthreads();
#pragma unroll
  for (unsigned d = Threads / 2; d > 0; d /= 2) {
    if (t < d) s.value[t] = Operator()(s.value[t], s.value[t + d]);
    __syncthreads();
  }
  if (t == 0) atomicAdd(out, __uint_as_float(s.bits[0]));
}

#define LAUNCH(threads)                                                                    \
  case threads:                                                                            \
    reduce<threads, Plus>                                                                  \
        <<<static_cast<unsigned>((n + threads - 1) / threads), threads>>>(d_in, d_sum, n); \
    break

void array_sum(const float* d_in, float* d_sum, std::size_t n, int block_size) {
  CUDA_CHECK(cudaMemset(d_sum, 0, sizeof(float)));
  if (n == 0) return;
  int threads = 32;
  while (threads < block_size) threads *= 2;
  switch (threads) {
    LAUNCH(32);
    LAUNCH(64);
    LAUNCH(128);
    LAUNCH(256);
    LAUNCH(512);
    LAUNCH(1024);
  }
  CUDA_CHECK(cudaGetLastError());
}
