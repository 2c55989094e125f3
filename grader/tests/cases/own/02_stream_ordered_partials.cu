// case: stream_ordered_partials
// lab: 2
// verdict: correct
// why: Partial sums in cudaMallocAsync memory of the default stream; freed in the same stream.

#include "lab.hpp"

template <unsigned Threads>
__global__ void add_up(const float* in, float* out, std::size_t n) {
  __shared__ float s[Threads];
  const unsigned t = threadIdx.x;
  float value = 0.0f;
  for (std::size_t i = static_cast<std::size_t>(blockIdx.x) * Threads + t; i < n;
       i += static_cast<std::size_t>(gridDim.x) * Threads)
    value += in[i];
  s[t] = value;
  __syncthreads();
  for (unsigned d = Threads / 2; d > 0; d /= 2) {
    if (t < d) s[t] += s[t + d];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = s[0];
}

void array_sum(const float* d_in, float* d_sum, std::size_t n, int) {
  float* partial = nullptr;
  CUDA_CHECK(cudaMallocAsync(&partial, 64 * sizeof(float), 0));
  add_up<256><<<64, 256>>>(d_in, partial, n);
  add_up<64><<<1, 64>>>(partial, d_sum, 64);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaFreeAsync(partial, 0));
}
