// A fill in a stream of its own; the kernel in the default stream does not wait for it.
// expect: stream_order

__global__ void add(int* total) { atomicAdd(total, 1); }  // <- stream_order

int main() {
  int* total = nullptr;
  cudaStream_t side;
  cudaMalloc(&total, sizeof(int));
  cudaMemset(total, 0, sizeof(int));
  cudaDeviceSynchronize();
  cudaStreamCreateWithFlags(&side, cudaStreamNonBlocking);
  cudaMemsetAsync(total, 0, sizeof(int), side);  // <- stream_order
  add<<<1, 32>>>(total);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
