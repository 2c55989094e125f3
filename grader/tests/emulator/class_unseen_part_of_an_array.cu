// Not found: the end of a part within one array. Two arrays in one dynamic shared buffer have no
// gap between them.
__global__ void kernel(int* out) {
  extern __shared__ int s[];
  int *first = s, *second = s + 32;
  second[threadIdx.x] = 1;
  __syncthreads();
  if (threadIdx.x == 0) first[32] = 7;  // the first of `second`
  __syncthreads();
  out[threadIdx.x] = second[threadIdx.x];
}

int main() {
  int* out = nullptr;
  cudaMalloc(&out, 32 * sizeof(int));
  kernel<<<1, 32, 64 * sizeof(int)>>>(out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
