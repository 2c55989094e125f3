// expect: barrier_divergence
__global__ void kernel(int* out) {
  if (threadIdx.x % 2 == 0) {
    __syncthreads();  // <- barrier_divergence
    out[0] = 1;
  } else {
    __syncthreads();  // <- barrier_divergence
    out[1] = 2;
  }
}

int main() {
  int* out = nullptr;
  cudaMalloc(&out, 2 * sizeof(int));
  kernel<<<1, 64>>>(out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;  // released as hardware does
}
