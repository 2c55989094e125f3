// case: allocates_inside
// lab: 5
// verdict: wrong
// due: inefficient
// why: Right values, but the sums are allocated and freed in each call.

#include "lab.hpp"

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
  for (unsigned k = t; k < tile; k += blockDim.x)
    if (base + k < n) out[base + k] = s[k];
}

__global__ void add_kernel(float* out, const float* offsets, std::size_t n) {
  const std::size_t first = static_cast<std::size_t>(blockIdx.x) * 2 * blockDim.x + threadIdx.x;
  if (first < n) out[first] += offsets[blockIdx.x];
  if (first + blockDim.x < n) out[first + blockDim.x] += offsets[blockIdx.x];
}

std::size_t tiles_of(std::size_t n, int block_size) {
  const std::size_t tile = 2 * static_cast<std::size_t>(block_size);
  return (n + tile - 1) / tile;
}

std::size_t bytes_of_sums(std::size_t n, int block_size) {
  std::size_t floats = 0;
  for (std::size_t tiles = tiles_of(n, block_size); tiles > 1; tiles = tiles_of(tiles, block_size))
    floats += tiles;
  return floats * sizeof(float);
}

std::size_t scan_workspace_bytes(std::size_t, int) { return 0; }

void scan_level(const float* in, float* out, std::size_t n, int block_size, float* sums) {
  const std::size_t tiles = tiles_of(n, block_size);
  unsigned m = 2;
  while (m < 2 * static_cast<unsigned>(block_size)) m *= 2;
  scan_kernel<<<static_cast<unsigned>(tiles), block_size, m * sizeof(float)>>>(
      in, out, tiles > 1 ? sums : nullptr, n, m);
  CUDA_CHECK(cudaGetLastError());
  if (tiles == 1) return;
  scan_level(sums, sums, tiles, block_size, sums + tiles);
  add_kernel<<<static_cast<unsigned>(tiles), block_size>>>(out, sums, n);
  CUDA_CHECK(cudaGetLastError());
}

void exclusive_scan(const float* d_in, float* d_out, std::size_t n, int block_size, void*) {
  if (n == 0) return;
  float* sums = nullptr;
  CUDA_CHECK(cudaMalloc(&sums, bytes_of_sums(n, block_size) + 1));
  scan_level(d_in, d_out, n, block_size, sums);
  CUDA_CHECK(cudaFree(sums));
}
