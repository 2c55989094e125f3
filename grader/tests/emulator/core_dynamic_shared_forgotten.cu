// expect: out_of_bounds
__global__ void kernel(int* out) {
  extern __shared__ int s[];
  s[threadIdx.x] = 1;                 // <- out_of_bounds
  out[threadIdx.x] = s[threadIdx.x];  // <- out_of_bounds
}

int main() {
  int* out = nullptr;
  cudaMalloc(&out, 32 * sizeof(int));
  kernel<<<1, 32>>>(out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
