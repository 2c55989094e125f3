// case: one_block_carries_on
// lab: 5
// verdict: correct
// why: One block takes tile after tile and carries the total on.

#include "lab.hpp"

__global__ void scan_kernel(const float* in, float* out, std::size_t n) {
  __shared__ float s[2][1024], carry;
  const unsigned t = threadIdx.x;
  if (t == 0) carry = 0.0f;
  for (std::size_t base = 0; base < n; base += blockDim.x) {
    int from = 0;
    s[0][t] = base + t < n ? in[base + t] : 0.0f;
    __syncthreads();
    for (unsigned d = 1; d < blockDim.x; d *= 2, from ^= 1) {
      s[from ^ 1][t] = s[from][t] + (t >= d ? s[from][t - d] : 0.0f);
      __syncthreads();
    }
    if (base + t < n) out[base + t] = carry + (t > 0 ? s[from][t - 1] : 0.0f);
    __syncthreads();
    if (t == 0) carry += s[from][blockDim.x - 1];
    __syncthreads();
  }
}

std::size_t scan_workspace_bytes(std::size_t, int) { return 0; }

void exclusive_scan(const float* d_in, float* d_out, std::size_t n, int block_size, void*) {
  scan_kernel<<<1, block_size>>>(d_in, d_out, n);
  CUDA_CHECK(cudaGetLastError());
}
