// Not found where the blocks happen to start by index, or all fit on the card: the same program.
// run: EMU_ORDER=by_index
__global__ void chain(volatile int* done) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x > 0) {
    while (done[blockIdx.x - 1] == 0) {
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
