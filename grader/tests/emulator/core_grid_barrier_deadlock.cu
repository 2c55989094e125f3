// expect: deadlock
// exit: 103
// More blocks than the card holds wait for one another: the home-made grid barrier.
__global__ void kernel(unsigned* arrived, unsigned blocks) {
  if (threadIdx.x == 0) {
    atomicAdd(arrived, 1u);
    while (atomicAdd(arrived, 0u) < blocks) {  // <- deadlock
    }
  }
  __syncthreads();
}

int main() {
  unsigned* arrived = nullptr;
  cudaMalloc(&arrived, sizeof(unsigned));
  cudaMemset(arrived, 0, sizeof(unsigned));
  kernel<<<200, 256>>>(arrived, 200);
  cudaDeviceSynchronize();
  return 0;
}
