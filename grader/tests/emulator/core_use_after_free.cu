// expect: out_of_bounds
__global__ void kernel(int* out) {
  out[threadIdx.x] = 1;  // <- out_of_bounds
}

int main() {
  int* out = nullptr;
  cudaMalloc(&out, 32 * sizeof(int));
  cudaFree(out);
  kernel<<<1, 32>>>(out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
