// case: reads_the_sums_of_running_blocks
// lab: 5
// verdict: wrong
// due: data_race wrong_answer
// why: Each block adds the sums of all tiles before it, in the kernel that is still writing them.

#include "lab.hpp"

std::size_t tiles_of(std::size_t n, int block_size) {
  const std::size_t tile = 2 * static_cast<std::size_t>(block_size);
  return (n + tile - 1) / tile;
}

__global__ void scan_kernel(const float* in, float* out, float* sums, std::size_t n, unsigned m) {
  extern __shared__ float s[];
  const unsigned t = threadIdx.x, tile = 2 * blockDim.x;
  const std::size_t base = static_cast<std::size_t>(blockIdx.x) * tile;
  for (unsigned k = t; k < m; k += blockDim.x)
    s[k] = k < tile && base + k < n ? in[base + k] : 0.0f;
  __syncthreads();
  for (unsigned d = 1; d < m; d *= 2) {
    for (unsigned k = 2 * d * (t + 1) - 1; k < m; k += 2 * d * blockDim.x) s[k] += s[k - d];
    __syncthreads();
  }
  if (t == 0) {
    if (sums != nullptr) sums[blockIdx.x] = s[m - 1];
    s[m - 1] = 0.0f;
  }
  __syncthreads();
  for (unsigned d = m / 2; d > 0; d /= 2) {
    for (unsigned k = 2 * d * (t + 1) - 1; k < m; k += 2 * d * blockDim.x) {
      const float left = s[k - d];
      s[k - d] = s[k];
      s[k] += left;
    }
    __syncthreads();
  }
  float offset = 0.0f;
  for (unsigned b = 0; b < blockIdx.x; ++b) offset += sums[b];
  for (unsigned k = t; k < tile; k += blockDim.x)
    if (base + k < n) out[base + k] = s[k] + offset;
}

std::size_t scan_workspace_bytes(std::size_t n, int block_size) {
  return tiles_of(n, block_size) * sizeof(float);
}

void exclusive_scan(const float* d_in, float* d_out, std::size_t n, int block_size,
                    void* d_workspace) {
  if (n == 0) return;
  unsigned m = 2;
  while (m < 2 * static_cast<unsigned>(block_size)) m *= 2;
  scan_kernel<<<static_cast<unsigned>(tiles_of(n, block_size)), block_size, m * sizeof(float)>>>(
      d_in, d_out, static_cast<float*>(d_workspace), n, m);
  CUDA_CHECK(cudaGetLastError());
}
