// The writer starts first: the loop ends, and the race is reported.
// run: EMU_ORDER=reversed
// expect: data_race
__global__ void hand_over(int* flag, int* out) {
  if (blockIdx.x == 1) {
    *flag = 1;  // <- data_race
  } else {
    while (*flag == 0) {  // <- data_race
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
