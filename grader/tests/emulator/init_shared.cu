// Shared memory begins with whatever lay there.
// expect: uninitialized_read

__global__ void copy(int* out) {
  __shared__ int s[64];
  if (threadIdx.x < 63) s[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];  // <- uninitialized_read
}

int main() {
  int* out = nullptr;
  cudaMalloc(&out, 64 * sizeof(int));
  copy<<<1, 64>>>(out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
