// case: volatile_words
// lab: 8
// verdict: correct
// why: State and sum in one volatile word of 8 bytes, cleared by a kernel of its own.

#include "lab.hpp"

using Word = unsigned long long;

__device__ Word packed(unsigned state, float value) {
  return static_cast<Word>(state) << 32 | __float_as_uint(value);
}

/// State 1: the sum of a tile; 2: of all tiles up to it. By the lanes of a warp.
__device__ float look_back(volatile Word* words, int tile) {
  const int lane = threadIdx.x % 32;
  float before = 0.0f;
  for (int nearest = tile - 1;; nearest -= 32) {
    Word word = packed(2, 0.0f);
    do {
      if (nearest >= lane) word = words[nearest - lane];
    } while (__any_sync(~0u, word >> 32 == 0));
    const unsigned mask = __ballot_sync(~0u, word >> 32 == 2);
    const int last = mask != 0 ? __ffs(mask) - 1 : 31;
    float sum = lane <= last ? __uint_as_float(static_cast<unsigned>(word)) : 0.0f;
    for (int d = 16; d > 0; d /= 2) sum += __shfl_xor_sync(~0u, sum, d);
    before += sum;
    if (mask != 0) return before;
  }
}

__global__ void scan_kernel(const float* in, float* out, std::size_t n, unsigned* next,
                            volatile Word* words) {
  __shared__ unsigned number;
  __shared__ float s[1024], carry;
  const unsigned t = threadIdx.x;
  if (t == 0) number = atomicAdd(next, 1u);
  __syncthreads();
  const unsigned tile = number;
  const std::size_t i = static_cast<std::size_t>(tile) * blockDim.x + t;
  s[t] = i < n ? in[i] : 0.0f;
  __syncthreads();
  for (unsigned d = 1; d < blockDim.x; d *= 2) {
    const float left = t >= d ? s[t - d] : 0.0f;
    __syncthreads();
    s[t] += left;
    __syncthreads();
  }
  if (t < 32) {
    const unsigned lane = t;
    const float total = s[blockDim.x - 1];
    if (lane == 0) words[tile] = packed(1, total);
    const float before = look_back(words, static_cast<int>(tile));
    if (lane == 0) words[tile] = packed(2, before + total);
    if (lane == 0) carry = before;
  }
  __syncthreads();
  if (i < n) out[i] = carry + (t > 0 ? s[t - 1] : 0.0f);
}

__global__ void clear_kernel(unsigned* next, Word* words, std::size_t tiles) {
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i == 0) *next = 0;
  if (i < tiles) words[i] = 0;
}

std::size_t scan_workspace_bytes(std::size_t n, int block_size) {
  return 16 + (n + block_size - 1) / block_size * sizeof(Word);
}

void exclusive_scan(const float* d_in, float* d_out, std::size_t n, int block_size,
                    void* d_workspace) {
  if (n == 0) return;
  const std::size_t tiles = (n + block_size - 1) / block_size;
  unsigned* next = static_cast<unsigned*>(d_workspace);
  Word* words = reinterpret_cast<Word*>(next + 4);
  clear_kernel<<<static_cast<unsigned>(tiles / 256 + 1), 256>>>(next, words, tiles);
  CUDA_CHECK(cudaGetLastError());
  scan_kernel<<<static_cast<unsigned>(tiles), block_size>>>(d_in, d_out, n, next, words);
  CUDA_CHECK(cudaGetLastError());
}
