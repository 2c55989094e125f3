// expect: out_of_bounds
__global__ void kernel(int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= n) out[i] = i;  // <- out_of_bounds
}

int main() {
  int* out = nullptr;
  cudaMalloc(&out, 100 * sizeof(int));
  kernel<<<2, 64>>>(out, 100);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;  // silent, as on hardware
}
