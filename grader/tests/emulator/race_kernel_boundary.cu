// The end of a kernel orders all that it did before the next kernel of its stream.

__global__ void fill(int* data) { data[blockIdx.x * 32 + threadIdx.x] = 1; }
__global__ void reverse(const int* data, int* out) {
  out[blockIdx.x * 32 + threadIdx.x] = data[127 - (blockIdx.x * 32 + threadIdx.x)];
}

int main() {
  int *data = nullptr, *out = nullptr;
  cudaMalloc(&data, 128 * sizeof(int));
  cudaMalloc(&out, 128 * sizeof(int));
  fill<<<4, 32>>>(data);
  reverse<<<4, 32>>>(data, out);
  fill<<<4, 32>>>(data);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
