// expect: barrier_divergence
__global__ void kernel(int* out) {
  for (unsigned k = 0; k < threadIdx.x / 32 + 1; ++k) {
    __syncthreads();  // <- barrier_divergence
  }
  if (threadIdx.x == 0) out[0] = 1;
}

int main() {
  int* out = nullptr;
  cudaMalloc(&out, sizeof(int));
  kernel<<<1, 64>>>(out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
