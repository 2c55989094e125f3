// The written half of such a copy may be read.

__global__ void fill(int* data) { data[threadIdx.x] = 1; }
__global__ void read(const int* data, int* out) { out[threadIdx.x] = data[threadIdx.x]; }

int main() {
  int *half = nullptr, *copy = nullptr, *out = nullptr;
  cudaMalloc(&half, 64 * sizeof(int));
  cudaMalloc(&copy, 64 * sizeof(int));
  cudaMalloc(&out, 64 * sizeof(int));
  fill<<<1, 32>>>(half);
  cudaMemcpy(copy, half, 64 * sizeof(int), cudaMemcpyDeviceToDevice);
  read<<<1, 32>>>(copy, out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
