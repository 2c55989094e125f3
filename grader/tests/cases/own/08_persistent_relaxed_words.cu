// case: persistent_relaxed_words
// lab: 8
// verdict: correct
// why: Few blocks take one tile after the other; state and sum are one relaxed word of 8 bytes.

#include <cuda/atomic>

#include "lab.hpp"

struct alignas(8) Word {
  unsigned state;  // 1: the sum of a tile. 2: of all tiles up to it.
  float sum;
};
using WordRef = cuda::atomic_ref<Word, cuda::thread_scope_device>;

/// By the lanes of a warp, all of which look, whether or not a nearer one has found a prefix.
__device__ float look_back(Word* words, int tile) {
  const int lane = threadIdx.x % 32;
  float before = 0.0f;
  for (int nearest = tile - 1;; nearest -= 32) {
    Word word = {2, 0.0f};
    do {
      if (nearest >= lane) word = WordRef(words[nearest - lane]).load(cuda::memory_order_relaxed);
    } while (__any_sync(~0u, word.state == 0));
    const unsigned mask = __ballot_sync(~0u, word.state == 2);
    const int last = mask != 0 ? __ffs(mask) - 1 : 31;
    float sum = lane <= last ? word.sum : 0.0f;
    for (int d = 16; d > 0; d /= 2) sum += __shfl_xor_sync(~0u, sum, d);
    before += sum;
    if (mask != 0) return before;
  }
}

__global__ void scan_kernel(const float* in, float* out, std::size_t n, unsigned* next, Word* words,
                            unsigned tiles) {
  __shared__ unsigned tile;
  __shared__ float s[1024], carry;
  const unsigned t = threadIdx.x;
  for (;;) {
    if (t == 0) tile = atomicAdd(next, 1u);
    __syncthreads();
    const unsigned mine = tile;
    if (mine >= tiles) break;
    const std::size_t i = static_cast<std::size_t>(mine) * blockDim.x + t;
    s[t] = i < n ? in[i] : 0.0f;
    __syncthreads();
    for (unsigned d = 1; d < blockDim.x; d *= 2) {
      const float left = t >= d ? s[t - d] : 0.0f;
      __syncthreads();
      s[t] += left;
      __syncthreads();
    }
    if (t < 32) {
      const float total = s[blockDim.x - 1];
      if (t == 0) WordRef(words[mine]).store({1, total}, cuda::memory_order_relaxed);
      const float before = look_back(words, static_cast<int>(mine));
      if (t == 0) WordRef(words[mine]).store({2, before + total}, cuda::memory_order_relaxed);
      if (t == 0) carry = before;
    }
    __syncthreads();
    if (i < n) out[i] = carry + (t > 0 ? s[t - 1] : 0.0f);
    __syncthreads();
  }
}

std::size_t tile_count(std::size_t n, int block_size) { return (n + block_size - 1) / block_size; }

std::size_t scan_workspace_bytes(std::size_t n, int block_size) {
  return 16 + tile_count(n, block_size) * sizeof(Word);
}

void exclusive_scan(const float* d_in, float* d_out, std::size_t n, int block_size,
                    void* d_workspace) {
  if (n == 0) return;
  const std::size_t tiles = tile_count(n, block_size);
  unsigned* next = static_cast<unsigned*>(d_workspace);
  Word* words = reinterpret_cast<Word*>(next + 4);
  CUDA_CHECK(cudaMemsetAsync(d_workspace, 0, 16 + tiles * sizeof(Word)));
  const unsigned blocks = static_cast<unsigned>(tiles < 40 ? tiles : 40);
  scan_kernel<<<blocks, block_size>>>(d_in, d_out, n, next, words, static_cast<unsigned>(tiles));
  CUDA_CHECK(cudaGetLastError());
}
