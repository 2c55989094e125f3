// A fence of block scope orders for threads of the block alone; here another block reads.
// expect: data_race

__global__ void hand_over(int* data, int* flag, int* out) {
  if (blockIdx.x == 0) {
    *data = 42;  // <- data_race
    __threadfence_block();
    atomicExch(flag, 1);
  } else {
    while (atomicAdd(flag, 0) == 0) {
    }
    __threadfence_block();
    *out = *data;  // <- data_race
  }
}

int main() {
  int* words = nullptr;
  cudaMalloc(&words, 3 * sizeof(int));
  cudaMemset(words, 0, 3 * sizeof(int));
  hand_over<<<2, 1>>>(words, words + 1, words + 2);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
