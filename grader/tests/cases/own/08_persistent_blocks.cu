// case: persistent_blocks
// lab: 8
// verdict: correct
// why: Few blocks take one tile after the other; flag, aggregate and prefix are words of their own.

#include <cuda/atomic>

#include "lab.hpp"

using Flag = cuda::atomic_ref<int, cuda::thread_scope_device>;

struct Tiles {
  unsigned* next;
  int* flags;  // 1: the aggregate is there. 2: the prefix, too.
  float *aggregates, *prefixes;
};

/// One thread goes back one tile at a time.
__device__ float look_back(Tiles all, unsigned tile) {
  float before = 0.0f;
  while (tile > 0) {
    --tile;
    int flag = 0;
    while ((flag = Flag(all.flags[tile]).load(cuda::memory_order_acquire)) == 0) {
    }
    if (flag == 2) return before + all.prefixes[tile];
    before += all.aggregates[tile];
  }
  return before;
}

__global__ void scan_kernel(const float* in, float* out, std::size_t n, Tiles all, unsigned tiles) {
  __shared__ unsigned tile;
  __shared__ float s[1024], carry;
  const unsigned t = threadIdx.x;
  for (;;) {
    if (t == 0) tile = atomicAdd(all.next, 1u);
    __syncthreads();
    const unsigned mine = tile;
    if (mine >= tiles) break;
    const std::size_t i = static_cast<std::size_t>(mine) * blockDim.x + t;
    const float own = i < n ? in[i] : 0.0f;
    s[t] = own;
    __syncthreads();
    for (unsigned d = 1; d < blockDim.x; d *= 2) {
      const float left = t >= d ? s[t - d] : 0.0f;
      __syncthreads();
      s[t] += left;
      __syncthreads();
    }
    if (t == 0) {
      const float total = s[blockDim.x - 1];
      all.aggregates[mine] = total;
      Flag(all.flags[mine]).store(1, cuda::memory_order_release);
      const float before = look_back(all, mine);
      all.prefixes[mine] = before + total;
      Flag(all.flags[mine]).store(2, cuda::memory_order_release);
      carry = before;
    }
    __syncthreads();
    if (i < n) out[i] = carry + (t > 0 ? s[t - 1] : 0.0f);
    __syncthreads();
  }
}

std::size_t tile_count(std::size_t n, int block_size) { return (n + block_size - 1) / block_size; }

std::size_t scan_workspace_bytes(std::size_t n, int block_size) {
  return 16 + tile_count(n, block_size) * (sizeof(int) + 2 * sizeof(float));
}

void exclusive_scan(const float* d_in, float* d_out, std::size_t n, int block_size,
                    void* d_workspace) {
  if (n == 0) return;
  const std::size_t tiles = tile_count(n, block_size);
  Tiles all;
  all.next = static_cast<unsigned*>(d_workspace);
  all.flags = reinterpret_cast<int*>(all.next + 4);
  all.aggregates = reinterpret_cast<float*>(all.flags + tiles);
  all.prefixes = all.aggregates + tiles;
  CUDA_CHECK(cudaMemsetAsync(d_workspace, 0, 16 + tiles * sizeof(int)));
  const unsigned blocks = static_cast<unsigned>(tiles < 40 ? tiles : 40);
  scan_kernel<<<blocks, block_size>>>(d_in, d_out, n, all, static_cast<unsigned>(tiles));
  CUDA_CHECK(cudaGetLastError());
}
