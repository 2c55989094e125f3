// case: keys_in_shared_memory_first
// lab: 6
// verdict: correct
// why: Atomics on integers that are ordered as the floats are, by block and then in the workspace.

#include <cmath>

#include "lab.hpp"

// Unsigned integers in the order of the floats.
__device__ unsigned key_of(float x) {
  const unsigned bits = __float_as_uint(x);
  return bits & 0x80000000u ? ~bits : bits | 0x80000000u;
}
__device__ float float_of(unsigned key) {
  return __uint_as_float(key & 0x80000000u ? key & 0x7fffffffu : ~key);
}

__global__ void reduce(const float* in, unsigned* keys, std::size_t n) {
  __shared__ unsigned low, high;
  if (threadIdx.x == 0) {
    low = key_of(INFINITY);
    high = key_of(-INFINITY);
  }
  __syncthreads();
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) {
    const unsigned key = key_of(in[i]);
    atomicMin(&low, key);
    atomicMax(&high, key);
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    atomicMin(&keys[0], low);
    atomicMax(&keys[1], high);
  }
}

__global__ void decode(const unsigned* keys, float* d_min, float* d_max) {
  *d_min = float_of(keys[0]);
  *d_max = float_of(keys[1]);
}

__global__ void begin(unsigned* keys) {
  keys[0] = key_of(INFINITY);
  keys[1] = key_of(-INFINITY);
}

std::size_t min_max_workspace_bytes(std::size_t) { return 2 * sizeof(unsigned); }

void min_max(const float* d_in, float* d_min, float* d_max, std::size_t n, void* d_workspace) {
  unsigned* keys = static_cast<unsigned*>(d_workspace);
  begin<<<1, 1>>>(keys);
  if (n > 0) reduce<<<static_cast<unsigned>((n + 255) / 256), 256>>>(d_in, keys, n);
  decode<<<1, 1>>>(keys, d_min, d_max);
  CUDA_CHECK(cudaGetLastError());
}
