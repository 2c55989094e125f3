// The same with a fence in front of the flag: whoever sees the flag finds the value.

__global__ void hand_over(volatile int* value, volatile int* flag, int* out) {
  if (blockIdx.x == 0) {
    *value = 42;
    __threadfence();
    *flag = 1;
  } else {
    while (*flag == 0) {
    }
    *out = *value;
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
