// Memory is freed in a stream that does not wait for the kernel that reads it.
// expect: stream_order

__global__ void read(const int* data, int* to) {
  to[threadIdx.x] = data[threadIdx.x];  // <- stream_order
}

int main() {
  int *data = nullptr, *to = nullptr;
  cudaStream_t side;
  cudaStreamCreateWithFlags(&side, cudaStreamNonBlocking);
  cudaMalloc(&to, 32 * sizeof(int));
  cudaMallocAsync(&data, 32 * sizeof(int), side);
  cudaMemsetAsync(data, 0, 32 * sizeof(int), side);
  cudaStreamSynchronize(side);
  read<<<1, 32>>>(data, to);
  cudaFreeAsync(data, side);  // <- stream_order
  cudaStreamSynchronize(0);
  return cudaStreamSynchronize(side) == cudaSuccess ? 0 : 1;
}
