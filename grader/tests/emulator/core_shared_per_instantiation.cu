// Two instantiations of a device function have shared variables of their own.
template <int Offset>
__device__ int* slot() {
  __shared__ int value;
  if (threadIdx.x == 0) value = Offset;
  return &value;
}

__global__ void kernel(int* out) {
  int* first = slot<1>();
  int* second = slot<2>();
  __syncthreads();
  out[threadIdx.x] = *first * 10 + *second;
}

int main() {
  int out[32], *d_out = nullptr;
  cudaMalloc(&d_out, sizeof out);
  kernel<<<1, 32>>>(d_out);
  cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
  for (int value : out)
    if (value != 12) return 1;
  return 0;
}
