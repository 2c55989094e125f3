// A look at the value by a thread that has not seen the flag may find the old one: that is no
// mistake, and neither is a look that never comes to anything.

__global__ void hand_over(volatile int* value, volatile int* flag, int* out) {
  if (blockIdx.x == 0) {
    *value = 42;
    *flag = 1;
  } else {
    const int seen = *value;
    *out = seen == 0 || seen == 42 ? 1 : 0;
  }
}

int main() {
  int *words = nullptr, out = 0;
  cudaMalloc(&words, 3 * sizeof(int));
  cudaMemset(words, 0, 3 * sizeof(int));
  hand_over<<<2, 1>>>(words, words + 1, words + 2);
  cudaMemcpy(&out, words + 2, sizeof out, cudaMemcpyDeviceToHost);
  return out == 1 ? 0 : 1;
}
