// case: waits_on_an_atomic
// lab: 7
// verdict: correct
// why: A tile waits for the count of the one before it by cuda::atomic_ref::wait.

#include <cuda/atomic>

#include "lab.hpp"

constexpr unsigned chunk = 16, threads = 64, tile_size = chunk * threads;
using End = cuda::atomic_ref<unsigned long long, cuda::thread_scope_device>;

/// A tile's end is the number of elements kept up to there, and 1: 0 is nothing yet.
__global__ void compact_kernel(const unsigned* d_flags, const float* d_in, float* d_out,
                               unsigned* d_count, std::size_t n, unsigned long long* d_ends,
                               unsigned* d_next) {
  __shared__ unsigned tile;
  __shared__ unsigned positions[threads];
  const unsigned t = threadIdx.x;
  if (t == 0) tile = atomicAdd(d_next, 1u);
  __syncthreads();
  const std::size_t begin = static_cast<std::size_t>(tile) * tile_size + t * chunk;
  unsigned kept = 0;
  for (std::size_t i = begin; i < begin + chunk && i < n; ++i) kept += d_flags[i] != 0;
  positions[t] = kept;
  __syncthreads();
  if (t == 0) {
    unsigned long long end = 0;
    if (tile > 0) {
      End left(d_ends[tile - 1]);
      left.wait(0, cuda::memory_order_acquire);
      end = left.load(cuda::memory_order_relaxed) - 1;
    }
    for (unsigned& position : positions) {
      const unsigned count = position;
      position = static_cast<unsigned>(end);
      end += count;
    }
    End own(d_ends[tile]);
    own.store(end + 1, cuda::memory_order_release);
    own.notify_all();
    if (tile == gridDim.x - 1) *d_count = static_cast<unsigned>(end);
  }
  __syncthreads();
  unsigned position = positions[t];
  for (std::size_t i = begin; i < begin + chunk && i < n; ++i)
    if (d_flags[i] != 0) d_out[position++] = d_in[i];
}

std::size_t tile_count(std::size_t n) { return (n + tile_size - 1) / tile_size; }

std::size_t compact_workspace_bytes(std::size_t n) {
  return (tile_count(n) + 1) * sizeof(unsigned long long);
}

void compact(const unsigned* d_flags, const float* d_in, float* d_out, unsigned* d_count,
             std::size_t n, void* d_workspace) {
  if (n == 0) {
    CUDA_CHECK(cudaMemsetAsync(d_count, 0, sizeof *d_count));
    return;
  }
  const auto tiles = static_cast<unsigned>(tile_count(n));
  auto* d_ends = static_cast<unsigned long long*>(d_workspace);
  CUDA_CHECK(cudaMemsetAsync(d_workspace, 0, compact_workspace_bytes(n)));
  compact_kernel<<<tiles, threads>>>(d_flags, d_in, d_out, d_count, n, d_ends,
                                     reinterpret_cast<unsigned*>(d_ends + tiles));
  CUDA_CHECK(cudaGetLastError());
}
