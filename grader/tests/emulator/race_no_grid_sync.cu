// A barrier of the block is none of the grid: another block's element is read too early.
// expect: data_race uninitialized_read

__global__ void shift(int* data, int* out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
  data[i] = static_cast<int>(i);  // <- data_race
  __syncthreads();
  out[i] = data[(i + 37) % n];  // <- data_race uninitialized_read
}

int main() {
  int *data = nullptr, *out = nullptr;
  cudaMalloc(&data, 128 * sizeof(int));
  cudaMalloc(&out, 128 * sizeof(int));
  shift<<<4, 32>>>(data, out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
