// Memory that was freed and is given out again counts as never written.
// expect: uninitialized_read

__global__ void fill(int* data) { data[threadIdx.x] = 1; }
__global__ void read(const int* data, int* out) {
  out[threadIdx.x] = data[threadIdx.x];  // <- uninitialized_read
}

int main() {
  int *first = nullptr, *second = nullptr, *out = nullptr;
  cudaMalloc(&out, 32 * sizeof(int));
  cudaMallocAsync(&first, 32 * sizeof(int), nullptr);
  fill<<<1, 32>>>(first);
  cudaFreeAsync(first, nullptr);
  cudaMallocAsync(&second, 32 * sizeof(int), nullptr);
  read<<<1, 32>>>(second, out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
