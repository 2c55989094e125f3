// An atomic protects against other atomics; a plain read beside it is a race.
// expect: data_race

__global__ void count(int* total, int* seen) {
  atomicAdd(total, 1);                              // <- data_race
  if (threadIdx.x == 0) seen[blockIdx.x] = *total;  // <- data_race
}

int main() {
  int *total = nullptr, *seen = nullptr;
  cudaMalloc(&total, sizeof(int));
  cudaMalloc(&seen, 4 * sizeof(int));
  cudaMemset(total, 0, sizeof(int));
  count<<<4, 32>>>(total, seen);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
