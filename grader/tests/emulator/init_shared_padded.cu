// Threads without an element write zeros, and everything is written.

__global__ void sum(const int* in, int* out, int n) {
  __shared__ int s[64];
  s[threadIdx.x] = static_cast<int>(threadIdx.x) < n ? in[threadIdx.x] : 0;
  __syncthreads();
  int total = 0;
  for (int i = 0; i < 64; ++i) total += s[i];
  if (threadIdx.x == 0) *out = total;
}

int main() {
  int *in = nullptr, *out = nullptr;
  cudaMalloc(&in, 40 * sizeof(int));
  cudaMalloc(&out, sizeof(int));
  cudaMemset(in, 0, 40 * sizeof(int));
  sum<<<1, 64>>>(in, out, 40);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
