// expect: out_of_bounds cuda_error
__device__ int depth(const int* in, int n) {
  return in[n & 1] + depth(in, n + 1);  // <- out_of_bounds
}

__global__ void kernel(const int* in, int* out) { out[0] = depth(in, 0); }

int main() {
  int* memory = nullptr;
  cudaMalloc(&memory, 64);
  cudaMemset(memory, 0, 64);
  kernel<<<1, 1>>>(memory, memory + 4);
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 1;
}
