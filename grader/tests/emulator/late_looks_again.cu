// No fence, and none is needed: the reader waits until the value itself says that it is there.

__global__ void hand_over(volatile int* value, volatile int* flag, int* out) {
  if (blockIdx.x == 0) {
    *value = 42;
    *flag = 1;
  } else {
    while (*flag == 0) {
    }
    int seen = 0;
    while ((seen = *value) == 0) {
    }
    *out = seen;
  }
}

int main() {
  int *words = nullptr, out = 0;
  cudaMalloc(&words, 3 * sizeof(int));
  cudaMemset(words, 0, 3 * sizeof(int));
  hand_over<<<2, 1>>>(words, words + 1, words + 2);
  cudaMemcpy(&out, words + 2, sizeof out, cudaMemcpyDeviceToHost);
  return out == 42 ? 0 : 1;
}
