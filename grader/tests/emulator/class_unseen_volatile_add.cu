// Not found: an addition to a volatile word. To the memory model volatile accesses of different
// warps are no race, so that nothing is said; updates are lost on hardware all the same, and here a
// thread is not interrupted between its load and its store.
__global__ void count(volatile int* total) { *total += 1; }

int main() {
  int *total = nullptr, got = 0;
  cudaMalloc(&total, sizeof(int));
  cudaMemset(total, 0, sizeof(int));
  count<<<64, 1>>>(total);
  cudaMemcpy(&got, total, sizeof got, cudaMemcpyDeviceToHost);
  return got == 64 ? 0 : 1;
}
