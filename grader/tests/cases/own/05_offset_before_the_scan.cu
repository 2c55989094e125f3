// case: offset_before_the_scan
// lab: 5
// verdict: correct
// why: Reduce, scan the sums, then scan with an offset: each tile is read twice and written once.

#include "lab.hpp"

__global__ void scan_kernel(const float* in, float* out, const float* offsets, std::size_t n,
                            unsigned m) {
  extern __shared__ float s[];
  const float offset = offsets == nullptr ? 0.0f : offsets[blockIdx.x];
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
    if (base + k < n) out[base + k] = offset + s[k];
}

__global__ void total_kernel(const float* in, float* sums, std::size_t n, std::size_t tile) {
  __shared__ float s[1024];
  const unsigned t = threadIdx.x;
  const std::size_t base = blockIdx.x * tile;
  float value = 0.0f;
  for (std::size_t k = t; k < tile && base + k < n; k += blockDim.x) value += in[base + k];
  s[t] = value;
  __syncthreads();
  for (unsigned count = blockDim.x; count > 1; count = (count + 1) / 2) {
    if (t < count / 2) s[t] += s[t + (count + 1) / 2];
    __syncthreads();
  }
  if (t == 0) sums[blockIdx.x] = s[0];
}

std::size_t tiles_of(std::size_t n, int block_size) {
  const std::size_t tile = 2 * static_cast<std::size_t>(block_size);
  return (n + tile - 1) / tile;
}

std::size_t scan_workspace_bytes(std::size_t n, int block_size) {
  std::size_t floats = 0;
  for (std::size_t tiles = tiles_of(n, block_size); tiles > 1; tiles = tiles_of(tiles, block_size))
    floats += tiles;
  return floats * sizeof(float);
}

void scan_level(const float* in, float* out, std::size_t n, int block_size, float* sums) {
  const std::size_t tile = 2 * static_cast<std::size_t>(block_size),
                    tiles = tiles_of(n, block_size);
  if (tiles > 1) {
    total_kernel<<<static_cast<unsigned>(tiles), block_size>>>(in, sums, n, tile);
    scan_level(sums, sums, tiles, block_size, sums + tiles);
  }
  unsigned m = 2;
  while (m < tile) m *= 2;
  scan_kernel<<<static_cast<unsigned>(tiles), block_size, m * sizeof(float)>>>(
      in, out, tiles > 1 ? sums : nullptr, n, m);
  CUDA_CHECK(cudaGetLastError());
}

void exclusive_scan(const float* d_in, float* d_out, std::size_t n, int block_size,
                    void* d_workspace) {
  if (n == 0) return;
  scan_level(d_in, d_out, n, block_size, static_cast<float*>(d_workspace));
}
