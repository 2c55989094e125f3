// expect: out_of_bounds uninitialized_read
__global__ void kernel(int* out) {
  __shared__ int first[33];
  __shared__ int second[32];
  first[threadIdx.x] = 1;
  second[threadIdx.x + 1] = 2;  // <- out_of_bounds
  __syncthreads();
  out[threadIdx.x] = first[threadIdx.x] + second[threadIdx.x];  // <- uninitialized_read
}

int main() {
  int* out = nullptr;
  cudaMalloc(&out, 32 * sizeof(int));
  kernel<<<4, 32>>>(out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
