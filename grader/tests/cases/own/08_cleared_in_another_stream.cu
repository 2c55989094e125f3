// case: cleared_in_another_stream
// lab: 8
// verdict: wrong
// due: stream_order out_of_bounds uninitialized_read
// why: The workspace is cleared in a stream that the kernel does not wait for.

#include <cuda/atomic>

#include "lab.hpp"

using Flag = cuda::atomic_ref<unsigned, cuda::thread_scope_device>;

/// 1 where the prefix of all tiles up to this one is there.
__device__ float prefix_before(unsigned* states, const float* sums, unsigned tile) {
  if (tile == 0) return 0.0f;
  Flag(states[tile - 1]).wait(0, cuda::memory_order_acquire);
  return sums[tile - 1];
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
    carry = prefix_before(states, sums, tile);
    sums[tile] = carry + own;
    Flag(states[tile]).store(1, cuda::memory_order_release);
    Flag(states[tile]).notify_all();
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
  cudaStream_t side;
  CUDA_CHECK(cudaStreamCreateWithFlags(&side, cudaStreamNonBlocking));
  CUDA_CHECK(cudaMemsetAsync(d_workspace, 0, 16 + 2 * tiles * sizeof(unsigned), side));
  CUDA_CHECK(cudaStreamDestroy(side));
  scan_kernel<<<static_cast<unsigned>(tiles), block_size>>>(d_in, d_out, n, next, states, sums);
  CUDA_CHECK(cudaGetLastError());
}
