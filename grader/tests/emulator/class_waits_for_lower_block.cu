// Each block waits for the one in front of it. Where blocks start in another order than by index,
// and do not all fit on the card, those in flight wait for blocks that cannot start.
// run: EMU_ORDER=reversed
// expect: deadlock
// exit: 103
__global__ void chain(volatile int* done) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x > 0) {
    while (done[blockIdx.x - 1] == 0) {  // <- deadlock
    }
  }
  done[blockIdx.x] = 1;
}

int main() {
  int* done = nullptr;
  cudaMalloc(&done, 200 * sizeof(int));
  cudaMemset(done, 0, 200 * sizeof(int));
  chain<<<200, 32>>>(done);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
