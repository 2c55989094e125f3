// Shared memory and constants at file scope, shared memory in a device function, templates.
#include <cstdio>

__shared__ int at_file_scope[64];
__constant__ int factor = 3;
__device__ int total;

template <int Size>
__device__ int rotate_right(int value) {
  __shared__ int ring[Size];
  ring[(threadIdx.x + 1) % Size] = value;
  __syncthreads();
  const int got = ring[threadIdx.x];
  __syncthreads();
  return got;
}

template <int Size>
__global__ void kernel(int* out) {
  at_file_scope[threadIdx.x] = threadIdx.x * factor;
  __syncthreads();
  const int mine = rotate_right<Size>(at_file_scope[threadIdx.x]);
  out[blockIdx.x * Size + threadIdx.x] = mine;
  if (threadIdx.x == 0) atomicAdd(&total, 1);
}

int main() {
  int out[3 * 64], *d_out = nullptr, blocks = 0;
  cudaMalloc(&d_out, sizeof out);
  kernel<64><<<3, 64>>>(d_out);
  cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
  cudaMemcpyFromSymbol(&blocks, total, sizeof blocks);
  for (int i = 0; i < 3 * 64; ++i)
    if (out[i] != (i % 64 + 63) % 64 * 3) return std::printf("out[%d] = %d\n", i, out[i]), 1;
  return blocks == 3 ? 0 : 1;
}
