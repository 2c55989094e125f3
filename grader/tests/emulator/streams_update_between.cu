// The fill is in order before the atomics of its own stream, and not before those of the other.
// expect: stream_order

__global__ void add(int* total) { atomicAdd(total, 1); }
__global__ void add_too(int* total) { atomicAdd(total, 1); }  // <- stream_order

int main() {
  int* total = nullptr;
  cudaStream_t first, second;
  cudaMalloc(&total, sizeof(int));
  cudaMemset(total, 0, sizeof(int));
  cudaDeviceSynchronize();
  cudaStreamCreate(&first);
  cudaStreamCreate(&second);
  cudaMemsetAsync(total, 0, sizeof(int), first);  // <- stream_order
  add<<<1, 32, 0, first>>>(total);
  add_too<<<1, 32, 0, second>>>(total);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
