// The fence behind taking the lock is missing, and EMU_ACQUIRE=strict asks for it.
// run: EMU_ACQUIRE=strict EMU_ORDER=by_index
// run: EMU_ACQUIRE=strict EMU_ORDER=shuffled
// run: EMU_ACQUIRE=strict EMU_ORDER=reversed
// expect: data_race
__global__ void pay(int* lock, int* balance) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  // no __threadfence()
  *balance += 1;  // <- data_race
  __threadfence();
  atomicExch(lock, 0);
}

int main() {
  int *words = nullptr, balance = 0;
  cudaMalloc(&words, 2 * sizeof(int));
  cudaMemset(words, 0, 2 * sizeof(int));
  pay<<<8, 32>>>(words, words + 1);
  cudaMemcpy(&balance, words + 1, sizeof balance, cudaMemcpyDeviceToHost);
  return balance == 8 ? 0 : 1;
}
