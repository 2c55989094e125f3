// The same with __syncwarp between the steps.

__global__ void warp_sum(const int* in, int* out) {
  __shared__ int s[64];
  s[threadIdx.x] = in[threadIdx.x];
  s[threadIdx.x + 32] = in[threadIdx.x + 32];
  __syncwarp();
  for (int offset = 32; offset > 0; offset /= 2) {
    const int other = s[threadIdx.x + (threadIdx.x < offset ? offset : 0)];
    __syncwarp();
    if (threadIdx.x < offset) s[threadIdx.x] += other;
    __syncwarp();
  }
  if (threadIdx.x == 0) *out = s[0];
}

int main() {
  int *in = nullptr, *out = nullptr;
  cudaMalloc(&in, 64 * sizeof(int));
  cudaMalloc(&out, sizeof(int));
  cudaMemset(in, 0, 64 * sizeof(int));
  warp_sum<<<1, 32>>>(in, out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
