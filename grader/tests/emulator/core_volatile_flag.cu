// A consumer block polls a volatile flag that a producer block sets: whichever starts first.
__global__ void kernel(volatile int* flag, volatile int* data, int* out, unsigned producer) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == producer) {
    *data = 42;
    __threadfence();
    *flag = 1;
  } else {
    while (*flag == 0) {
    }
    __threadfence();
    out[0] = *data;
  }
}

int main() {
  int *memory = nullptr, got = 0;
  cudaMalloc(&memory, 3 * sizeof(int));
  for (unsigned producer = 0; producer < 2; ++producer) {
    cudaMemset(memory, 0, 3 * sizeof(int));
    kernel<<<2, 32>>>(memory, memory + 1, memory + 2, producer);
    cudaMemcpy(&got, memory + 2, sizeof got, cudaMemcpyDeviceToHost);
    if (got != 42) return 1;
  }
  return 0;
}
