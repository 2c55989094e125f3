// The reader starts first and polls a plain word: the compiler loads it once, as nvcc does.
// run: EMU_ORDER=by_index EMU_SECONDS=0.3
// exit: 102
__global__ void hand_over(int* flag, int* out) {
  if (blockIdx.x == 1) {
    *flag = 1;
  } else {
    while (*flag == 0) {
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
