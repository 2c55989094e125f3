// A plain read, add and write of one word in global memory by all threads of all blocks.
// expect: data_race

__global__ void count(int* total) {
  *total += 1;  // <- data_race
}

int main() {
  int* total = nullptr;
  cudaMalloc(&total, sizeof(int));
  cudaMemset(total, 0, sizeof(int));
  count<<<2, 32>>>(total);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
