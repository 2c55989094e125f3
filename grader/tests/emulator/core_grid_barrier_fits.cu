// The same with as many blocks as the card holds: it ends, in every order.
__global__ void kernel(unsigned* arrived, unsigned blocks) {
  if (threadIdx.x == 0) {
    atomicAdd(arrived, 1u);
    while (atomicAdd(arrived, 0u) < blocks) {
    }
  }
  __syncthreads();
}

int main() {
  unsigned* arrived = nullptr;
  cudaMalloc(&arrived, sizeof(unsigned));
  cudaMemset(arrived, 0, sizeof(unsigned));
  kernel<<<32, 256>>>(arrived, 32);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
