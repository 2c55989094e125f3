// case: last_group_written_whole
// lab: 8
// verdict: wrong
// due: out_of_bounds
// why: The last group of four is read element by element, and written as a float4 past the end.

#include "lab.hpp"

using Word = unsigned long long;

__device__ float read(const float* in, std::size_t i, std::size_t n) {
  return i < n ? in[i] : 0.0f;
}

/// Chained: waits for the prefix of the tile before, in one word with its flag.
__device__ float wait_for(Word* words, unsigned tile) {
  Word word = 0;
  while ((word = atomicAdd(&words[tile], Word{0})) >> 32 == 0) {
  }
  return __uint_as_float(static_cast<unsigned>(word));
}

__global__ void scan_kernel(const float* in, float* out, std::size_t n, unsigned* next,
                            Word* words) {
  __shared__ unsigned tile;
  __shared__ float s[1024], carry;
  const unsigned t = threadIdx.x;
  if (t == 0) tile = atomicAdd(next, 1u);
  __syncthreads();
  const std::size_t i = (static_cast<std::size_t>(tile) * blockDim.x + t) * 4;
  const float a = read(in, i, n), b = read(in, i + 1, n), c = read(in, i + 2, n);
  s[t] = a + b + c + read(in, i + 3, n);
  __syncthreads();
  for (unsigned d = 1; d < blockDim.x; d *= 2) {
    const float left = t >= d ? s[t - d] : 0.0f;
    __syncthreads();
    s[t] += left;
    __syncthreads();
  }
  if (t == 0) {
    const float before = tile > 0 ? wait_for(words, tile - 1) : 0.0f;
    atomicExch(&words[tile], Word{1} << 32 | __float_as_uint(before + s[blockDim.x - 1]));
    carry = before;
  }
  __syncthreads();
  const float x = carry + (t > 0 ? s[t - 1] : 0.0f), y = x + a, z = y + b;
  if (i < n) *reinterpret_cast<float4*>(out + i) = make_float4(x, y, z, z + c);
}

std::size_t tile_count(std::size_t n, int block_size) {
  return (n + 4 * block_size - 1) / (4 * block_size);
}

std::size_t scan_workspace_bytes(std::size_t n, int block_size) {
  return 16 + tile_count(n, block_size) * sizeof(Word);
}

void exclusive_scan(const float* d_in, float* d_out, std::size_t n, int block_size,
                    void* d_workspace) {
  if (n == 0) return;
  unsigned* next = static_cast<unsigned*>(d_workspace);
  CUDA_CHECK(cudaMemsetAsync(d_workspace, 0, scan_workspace_bytes(n, block_size)));
  scan_kernel<<<static_cast<unsigned>(tile_count(n, block_size)), block_size>>>(
      d_in, d_out, n, next, reinterpret_cast<Word*>(next + 4));
  CUDA_CHECK(cudaGetLastError());
}
