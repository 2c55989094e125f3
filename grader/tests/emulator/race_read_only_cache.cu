// The last block reads by __ldg what the other blocks have written. Counter and fences order the
// two, and the read-only cache may hold the old words all the same.
// expect: data_race
#include <cstdio>

__global__ void sum_kernel(int* parts, unsigned* done, int* sum) {
  parts[blockIdx.x] = static_cast<int>(blockIdx.x);  // <- data_race
  __threadfence();
  if (atomicAdd(done, 1u) != gridDim.x - 1) return;
  __threadfence();
  int all = 0;
  for (unsigned k = 0; k < gridDim.x; ++k) all += __ldg(parts + k);  // <- data_race
  *sum = all;
}

int main() {
  constexpr unsigned blocks = 12;
  int* words = nullptr;
  cudaMalloc(&words, (blocks + 2) * sizeof(int));
  cudaMemset(words, 0, (blocks + 2) * sizeof(int));
  sum_kernel<<<blocks, 1>>>(words, reinterpret_cast<unsigned*>(words + blocks), words + blocks + 1);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
