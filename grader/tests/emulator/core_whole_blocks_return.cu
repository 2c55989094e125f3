// Whole blocks that return are nobody's business, and neither are returns behind the last barrier.
__global__ void kernel(int* out, int n) {
  if (blockIdx.x >= 2) return;
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  out[i] = i;
}

int main() {
  int* out = nullptr;
  cudaMalloc(&out, 100 * sizeof(int));
  kernel<<<5, 64>>>(out, 100);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
