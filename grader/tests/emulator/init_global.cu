// Fresh memory of cudaMalloc is not zero.
// expect: uninitialized_read

__global__ void add(int* total) {
  *total += 1;  // <- uninitialized_read
}

int main() {
  int* total = nullptr;
  cudaMalloc(&total, sizeof(int));
  add<<<1, 1>>>(total);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
