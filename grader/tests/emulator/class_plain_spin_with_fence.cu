// A fence in the loop makes the compiler load again: the wait ends, and the race is reported.
// expect: data_race
__global__ void hand_over(int* flag, int* out) {
  if (blockIdx.x == 1) {
    *flag = 1;  // <- data_race
  } else {
    while (*flag == 0) {  // <- data_race
      __threadfence();
    }
    *out = 1;
  }
}

int main() {
  int* words = nullptr;
  cudaMalloc(&words, 2 * sizeof(int));
  cudaMemset(words, 0, 2 * sizeof(int));
  hand_over<<<2, 1>>>(words, words + 1);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
