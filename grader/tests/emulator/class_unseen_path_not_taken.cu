// Not found: a race on a path that these data do not take.
__global__ void kernel(const int* in, int* out) {
  if (in[threadIdx.x] > 100) *out = static_cast<int>(threadIdx.x);
}

int main() {
  int *in = nullptr, *out = nullptr;
  cudaMalloc(&in, 32 * sizeof(int));
  cudaMalloc(&out, sizeof(int));
  cudaMemset(in, 0, 32 * sizeof(int));
  kernel<<<1, 32>>>(in, out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
