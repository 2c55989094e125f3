// Atomics on one word by all threads of all blocks are no race, whatever their kinds.

__global__ void count(int* total, int* largest) {
  atomicAdd(total, 1);
  atomicMax(largest, atomicAdd(total, 0));
}

int main() {
  int* words = nullptr;
  cudaMalloc(&words, 2 * sizeof(int));
  cudaMemset(words, 0, 2 * sizeof(int));
  count<<<4, 64>>>(words, words + 1);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
