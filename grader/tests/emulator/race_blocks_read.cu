// Any number of threads and blocks may read what none of them writes.

__global__ void sum(const int* in, int* out) {
  int total = 0;
  for (int i = 0; i < 32; ++i) total += in[i];
  out[blockIdx.x * 32 + threadIdx.x] = total;
}

int main() {
  int *in = nullptr, *out = nullptr;
  cudaMalloc(&in, 32 * sizeof(int));
  cudaMalloc(&out, 128 * sizeof(int));
  cudaMemset(in, 0, 32 * sizeof(int));
  sum<<<4, 32>>>(in, out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
