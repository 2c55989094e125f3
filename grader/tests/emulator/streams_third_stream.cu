// Two streams read, and one of them writes; a later reader does not hide the first.
// expect: stream_order

__global__ void read(const int* data, int* to) {
  to[threadIdx.x] = data[threadIdx.x];  // <- stream_order
}
__global__ void write(int* data) { data[threadIdx.x] = 1; }  // <- stream_order

int main() {
  int *data = nullptr, *to = nullptr;
  cudaStream_t reader, writer;
  cudaMalloc(&data, 32 * sizeof(int));
  cudaMalloc(&to, 64 * sizeof(int));
  cudaMemset(data, 0, 32 * sizeof(int));
  cudaDeviceSynchronize();
  cudaStreamCreate(&reader);
  cudaStreamCreate(&writer);
  read<<<1, 32, 0, reader>>>(data, to);
  read<<<1, 32, 0, writer>>>(data, to + 32);
  write<<<1, 32, 0, writer>>>(data);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
