// One thread sees the flag, another one of its block reads the value behind their barrier.
// run: EMU_ORDER=shuffled
// expect: data_race

__global__ void hand_over(volatile int* value, volatile int* flag, int* out) {
  if (blockIdx.x == 0) {
    if (threadIdx.x == 0) {
      *value = 42;  // <- data_race
      *flag = 1;
    }
    return;
  }
  if (threadIdx.x == 0)
    while (*flag == 0) {
    }
  __syncthreads();
  if (threadIdx.x == 40) *out = *value;  // <- data_race
}

int main() {
  int* words = nullptr;
  cudaMalloc(&words, 3 * sizeof(int));
  cudaMemset(words, 0, 3 * sizeof(int));
  hand_over<<<2, 64>>>(words, words + 1, words + 2);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
