// Lanes that vote between their polls, as a warp that looks back does, do not keep the block that
// they wait for from running.
// run: EMU_ORDER=reversed
// run: EMU_ORDER=shuffled

__global__ void wait_by_vote(volatile int* flags, int* out) {
  const unsigned lane = threadIdx.x;
  if (blockIdx.x == 0) {
    flags[lane] = 1;
    return;
  }
  int seen = 0;
  do {
    if (seen == 0) seen = flags[lane];
  } while (__any_sync(~0u, seen == 0));
  out[lane] = seen;
}

int main() {
  int *words = nullptr, out[32] = {};
  cudaMalloc(&words, 64 * sizeof(int));
  cudaMemset(words, 0, 64 * sizeof(int));
  wait_by_vote<<<2, 32>>>(words, words + 32);
  cudaMemcpy(out, words + 32, sizeof out, cudaMemcpyDeviceToHost);
  for (const int value : out)
    if (value != 1) return 1;
  return 0;
}
