// A copy in of n bytes in place of n elements: the kernel reads what nothing has written.
// expect: uninitialized_read

__global__ void kernel(const int* in, int* out) {
  out[threadIdx.x] = in[threadIdx.x];  // <- uninitialized_read
}

int main() {
  const int n = 32;
  int h[n] = {}, *in = nullptr, *out = nullptr;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof h);
  cudaMemcpy(in, h, n, cudaMemcpyHostToDevice);
  kernel<<<1, n>>>(in, out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
