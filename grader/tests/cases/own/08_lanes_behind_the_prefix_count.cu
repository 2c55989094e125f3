// case: lanes_behind_the_prefix_count
// lab: 8
// verdict: wrong
// due: wrong_answer
// why: Adds all 32 lanes, also those behind the nearest prefix, which holds them already.

#include "lab.hpp"

using Word = unsigned long long;

__device__ Word packed(unsigned state, float value) {
  return static_cast<Word>(state) << 32 | __float_as_uint(value);
}

/// State 1: the sum of a tile; 2: of all tiles up to it. By the lanes of a warp.
__device__ float look_back(Word* words, int tile) {
  const int lane = threadIdx.x % 32;
  float before = 0.0f;
  for (int nearest = tile - 1;; nearest -= 32) {
    Word word = packed(2, 0.0f);
    do {
      if (nearest >= lane) word = atomicAdd(&words[nearest - lane], Word{0});
    } while (__any_sync(~0u, word >> 32 == 0));
    const unsigned mask = __ballot_sync(~0u, word >> 32 == 2);
    const int last = mask != 0 ? __ffs(mask) - 1 : 31;
    float sum = nearest >= lane ? __uint_as_float(static_cast<unsigned>(word)) : 0.0f;
    for (int d = 16; d > 0; d /= 2) sum += __shfl_xor_sync(~0u, sum, d);
    before += sum;
    if (mask != 0) return before;
  }
}

__global__ void scan_kernel(const float* in, float* out, std::size_t n, unsigned* next,
                            Word* words) {
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
    if (lane == 0) atomicExch(&words[tile], packed(1, total));
    const float before = look_back(words, static_cast<int>(tile));
    if (lane == 0) atomicExch(&words[tile], packed(2, before + total));
    if (lane == 0) carry = before;
  }
  __syncthreads();
  if (i < n) out[i] = carry + (t > 0 ? s[t - 1] : 0.0f);
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
  CUDA_CHECK(cudaMemsetAsync(d_workspace, 0, scan_workspace_bytes(n, block_size)));
  scan_kernel<<<static_cast<unsigned>(tiles), block_size>>>(d_in, d_out, n, next, words);
  CUDA_CHECK(cudaGetLastError());
}
