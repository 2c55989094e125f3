// Atomics of block scope are right where each block has its own word.

__global__ void count(int* totals) { atomicAdd_block(&totals[blockIdx.x], 1); }

int main() {
  int* totals = nullptr;
  cudaMalloc(&totals, 2 * sizeof(int));
  cudaMemset(totals, 0, 2 * sizeof(int));
  count<<<2, 32>>>(totals);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
