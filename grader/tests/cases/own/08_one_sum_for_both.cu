// case: one_sum_for_both
// lab: 8
// verdict: wrong
// due: wrong_answer
// why: The sum of a tile becomes its prefix between a reader's look at the state and at the sum.

#include <cuda/atomic>

#include "lab.hpp"

using Flag = cuda::atomic_ref<unsigned, cuda::thread_scope_device>;

/// 0: nothing yet, 1: the tile's own sum, 2: with all before it. One word is for both sums.
__device__ float look_back(unsigned* states, float* sums, unsigned tile) {
  float before = 0.0f;
  while (tile-- > 0) {
    Flag state(states[tile]);
    cuda::atomic_ref<float, cuda::thread_scope_device> sum(sums[tile]);
    unsigned seen;
    while ((seen = state.load(cuda::memory_order_acquire)) == 0) {
    }
    before += sum.load(cuda::memory_order_relaxed);
    if (seen == 2) break;
  }
  return before;
}

__global__ void scan_kernel(const float* in, float* out, std::size_t n, unsigned* next,
                            unsigned* states, float* sums) {
  __shared__ unsigned tile;
  __shared__ float s[1024], carry;
  const unsigned t = threadIdx.x;
  if (t == 0) tile = atomicAdd(next, 1u);
  __syncthreads();
  const std::size_t i = static_cast<std::size_t>(tile) * blockDim.x + t;
  s[t] = i < n ? in[i] : 0.0f;
  __syncthreads();
  for (unsigned d = 1; d < blockDim.x; d *= 2) {
    const float left = t >= d ? s[t - d] : 0.0f;
    __syncthreads();
    s[t] += left;
    __syncthreads();
  }
  if (t == 0) {
    const float own = s[blockDim.x - 1];
    cuda::atomic_ref<float, cuda::thread_scope_device> sum(sums[tile]);
    sum.store(own, cuda::memory_order_relaxed);
    Flag(states[tile]).store(1, cuda::memory_order_release);
    carry = look_back(states, sums, tile);
    sum.store(carry + own, cuda::memory_order_relaxed);
    Flag(states[tile]).store(2, cuda::memory_order_release);
  }
  __syncthreads();
  if (i < n) out[i] = carry + (t > 0 ? s[t - 1] : 0.0f);
}

std::size_t tile_count(std::size_t n, int block_size) { return (n + block_size - 1) / block_size; }

std::size_t scan_workspace_bytes(std::size_t n, int block_size) {
  return 16 + tile_count(n, block_size) * (2 * sizeof(unsigned) + sizeof(float));
}

void exclusive_scan(const float* d_in, float* d_out, std::size_t n, int block_size,
                    void* d_workspace) {
  if (n == 0) return;
  const std::size_t tiles = tile_count(n, block_size);
  unsigned* next = static_cast<unsigned*>(d_workspace);
  unsigned* states = next + 4;
  auto* sums = reinterpret_cast<float*>(states + 2 * tiles);
  CUDA_CHECK(cudaMemsetAsync(d_workspace, 0, 16 + 2 * tiles * sizeof(unsigned)));
  scan_kernel<<<static_cast<unsigned>(tiles), block_size>>>(d_in, d_out, n, next, states, sums);
  CUDA_CHECK(cudaGetLastError());
}
