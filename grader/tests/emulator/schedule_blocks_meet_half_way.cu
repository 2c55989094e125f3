// Blocks do not run one after the other: in shuffled order one comes to a barrier's end while
// another is between two of its own. Each counts itself in and out; the greatest number that were
// under way at a time is more than one.
// run: EMU_ORDER=shuffled EMU_SEED=1
// run: EMU_ORDER=shuffled EMU_SEED=2
// run: EMU_ORDER=shuffled EMU_SEED=3

__global__ void count_blocks(int* under_way, int* most) {
  if (threadIdx.x == 0) atomicMax(most, atomicAdd(under_way, 1) + 1);
  for (int turn = 0; turn < 20; ++turn) __syncthreads();
  if (threadIdx.x == 0) atomicSub(under_way, 1);
}

int main() {
  int *words = nullptr, most = 0;
  cudaMalloc(&words, 2 * sizeof(int));
  cudaMemset(words, 0, 2 * sizeof(int));
  count_blocks<<<64, 64>>>(words, words + 1);
  cudaMemcpy(&most, words + 1, sizeof most, cudaMemcpyDeviceToHost);
  return most > 1 && most <= 16 ? 0 : 1;
}
