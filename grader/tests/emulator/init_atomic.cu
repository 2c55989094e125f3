// An atomic reads too.
// expect: uninitialized_read

__global__ void add(int* total) {
  atomicAdd(total, 1);  // <- uninitialized_read
}

int main() {
  int* total = nullptr;
  cudaMalloc(&total, sizeof(int));
  add<<<1, 32>>>(total);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
