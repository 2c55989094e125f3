// cudaMemset counts bytes: a quarter of these four elements is set.
// expect: uninitialized_read

__global__ void add(int* totals) {
  totals[threadIdx.x] += 1;  // <- uninitialized_read
}

int main() {
  int* totals = nullptr;
  cudaMalloc(&totals, 4 * sizeof(int));
  cudaMemset(totals, 0, 4);
  add<<<1, 4>>>(totals);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
