// Not found: races and unwritten words in pinned memory of the host.
__global__ void count(int* total) { *total += 1; }

int main() {
  int* total = nullptr;
  cudaMallocHost(&total, sizeof(int));
  count<<<2, 32>>>(total);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
