// An atomic of block scope is atomic for its own block alone.
// expect: data_race

__global__ void count(int* total) {
  atomicAdd_block(total, 1);  // <- data_race
}

int main() {
  int* total = nullptr;
  cudaMalloc(&total, sizeof(int));
  cudaMemset(total, 0, sizeof(int));
  count<<<2, 32>>>(total);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
