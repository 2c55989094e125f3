// A wait that looks at two addresses in turn lets the writers run.
__global__ void kernel(volatile int* flags, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x < 2) {
    flags[blockIdx.x] = 1;
  } else {
    int first = 0, second = 0;
    do {
      first = flags[0];
      second = flags[1];
    } while (first == 0 || second == 0);
    out[0] = first + second;
  }
}

int main() {
  int *memory = nullptr, got = 0;
  cudaMalloc(&memory, 3 * sizeof(int));
  cudaMemset(memory, 0, 3 * sizeof(int));
  kernel<<<3, 32>>>(memory, memory + 2);
  cudaMemcpy(&got, memory + 2, sizeof got, cudaMemcpyDeviceToHost);
  return got == 2 ? 0 : 1;
}
