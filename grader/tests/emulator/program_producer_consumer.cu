// Two warps of a block work hand in hand: a volatile flag says whose turn it is. __syncwarp
// gathers what all lanes of a warp did, and a fence puts it in front of the flag that one lane
// sets.
#include <cstdio>

constexpr int rounds = 6;

/// Warp 0 fills a buffer of 32 words, warp 1 empties it; a flag says whose turn it is.
__global__ void pipeline_kernel(int* d_out) {
  __shared__ int buffer[32];
  __shared__ volatile int full;
  const unsigned lane = threadIdx.x % 32;
  if (threadIdx.x == 0) full = 0;
  __syncthreads();
  for (int round = 0; round < rounds; ++round) {
    if (threadIdx.x < 32) {
      while (full != 0) {
      }
      buffer[lane] = round * 100 + static_cast<int>(lane);
      __syncwarp();
      __threadfence_block();
      if (lane == 0) full = 1;
    } else {
      while (full == 0) {
      }
      d_out[round * 32 + lane] = buffer[31 - lane];
      __syncwarp();
      __threadfence_block();
      if (lane == 0) full = 0;
    }
    __syncwarp();
  }
}

int main() {
  int h[rounds * 32], *d_out = nullptr;
  cudaMalloc(&d_out, sizeof h);
  pipeline_kernel<<<1, 64>>>(d_out);
  cudaMemcpy(h, d_out, sizeof h, cudaMemcpyDeviceToHost);
  for (int i = 0; i < rounds * 32; ++i) {
    if (h[i] != i / 32 * 100 + 31 - i % 32) return std::printf("h[%d] = %d\n", i, h[i]), 1;
  }
  return 0;
}
