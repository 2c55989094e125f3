// Volatile words alone: no two of their stores are ordered, so the value may come after its flag.
// run: EMU_ORDER=shuffled EMU_SEED=1
// run: EMU_ORDER=shuffled EMU_SEED=2
// expect: data_race

__global__ void hand_over(volatile int* value, volatile int* flag, int* out) {
  if (blockIdx.x == 0) {
    *value = 42;  // <- data_race
    *flag = 1;
  } else {
    while (*flag == 0) {
    }
    *out = *value;  // <- data_race
  }
}

int main() {
  int* words = nullptr;
  cudaMalloc(&words, 3 * sizeof(int));
  cudaMemset(words, 0, 3 * sizeof(int));
  hand_over<<<2, 1>>>(words, words + 1, words + 2);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
