// Kernels of two streams write and read the same array, and no event orders them.
// expect: stream_order

__global__ void fill(int* data, int value) { data[threadIdx.x] = value; }  // <- stream_order
__global__ void copy(const int* data, int* to) {
  to[threadIdx.x] = data[threadIdx.x];  // <- stream_order
}

int main() {
  int *data = nullptr, *to = nullptr;
  cudaStream_t writer, reader;
  cudaMalloc(&data, 32 * sizeof(int));
  cudaMalloc(&to, 32 * sizeof(int));
  cudaMemset(data, 0, 32 * sizeof(int));
  cudaDeviceSynchronize();
  cudaStreamCreate(&writer);
  cudaStreamCreate(&reader);
  fill<<<1, 32, 0, writer>>>(data, 7);
  copy<<<1, 32, 0, reader>>>(data, to);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
