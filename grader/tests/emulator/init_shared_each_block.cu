// What one block wrote to shared memory is no other block's.
// expect: uninitialized_read

__global__ void copy(int* out) {
  __shared__ int word;
  if (blockIdx.x == 0) word = 1;
  out[blockIdx.x] = word;  // <- uninitialized_read
}

int main() {
  int* out = nullptr;
  cudaMalloc(&out, 2 * sizeof(int));
  copy<<<2, 1>>>(out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
