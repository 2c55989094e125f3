// case: count_read_back_too_early
// lab: 7
// verdict: wrong
// due: stream_order data_race wrong_answer uninitialized_read
// why: The total comes back in a stream that does not wait for the scan, and the host sets it.
#include <cuda_runtime.h>

#include "lab.hpp"

__global__ void count_tiles(const unsigned* d_flags, unsigned* d_counts, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * 256 + threadIdx.x;
  const unsigned kept = __syncthreads_count(i < n && d_flags[i] != 0);
  if (threadIdx.x == 0) d_counts[blockIdx.x] = kept;
}

// One thread is enough for what this case shows.
__global__ void scan_counts(unsigned* d_counts, std::size_t tiles) {
  unsigned sum = 0;
  for (std::size_t t = 0; t <= tiles; ++t) {
    const unsigned count = t < tiles ? d_counts[t] : 0;
    d_counts[t] = sum;
    sum += count;
  }
}

__global__ void move(const unsigned* d_flags, const float* d_in, const unsigned* d_bases,
                     float* d_out, std::size_t n) {
  __shared__ unsigned warp_counts[8];
  const std::size_t i = std::size_t{blockIdx.x} * 256 + threadIdx.x;
  const bool keep = i < n && d_flags[i] != 0;
  const unsigned mask = __ballot_sync(0xffffffffu, keep);
  if (threadIdx.x % 32 == 0) warp_counts[threadIdx.x / 32] = __popc(mask);
  __syncthreads();
  unsigned position = d_bases[blockIdx.x] + __popc(mask & ((1u << threadIdx.x % 32) - 1));
  for (unsigned w = 0; w < threadIdx.x / 32; ++w) position += warp_counts[w];
  if (keep) d_out[position] = d_in[i];
}

std::size_t compact_workspace_bytes(std::size_t n) {
  return ((n + 255) / 256 + 1) * sizeof(unsigned);
}

void compact(const unsigned* d_flags, const float* d_in, float* d_out, unsigned* d_count,
             std::size_t n, void* d_workspace) {
  const auto tiles = static_cast<unsigned>((n + 255) / 256);
  auto* const d_counts = static_cast<unsigned*>(d_workspace);
  if (tiles > 0) count_tiles<<<tiles, 256>>>(d_flags, d_counts, n);
  scan_counts<<<1, 1>>>(d_counts, tiles);
  if (tiles > 0) move<<<tiles, 256>>>(d_flags, d_in, d_counts, d_out, n);
  cudaStream_t stream;
  CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  static unsigned total;
  CUDA_CHECK(
      cudaMemcpyAsync(&total, d_counts + tiles, sizeof total, cudaMemcpyDeviceToHost, stream));
  CUDA_CHECK(cudaStreamSynchronize(stream));
  CUDA_CHECK(cudaMemcpy(d_count, &total, sizeof total, cudaMemcpyHostToDevice));
  CUDA_CHECK(cudaStreamDestroy(stream));
}
