// A warp's last steps without __syncwarp: lanes do not run in step.
// expect: data_race

__global__ void warp_sum(const int* in, int* out) {
  __shared__ int s[64];
  s[threadIdx.x] = in[threadIdx.x];
  s[threadIdx.x + 32] = in[threadIdx.x + 32];
  __syncwarp();
  for (int offset = 32; offset > 0; offset /= 2) {
    const int other = s[threadIdx.x + (threadIdx.x < offset ? offset : 0)];  // <- data_race
    // no __syncwarp()
    if (threadIdx.x < offset) s[threadIdx.x] += other;  // <- data_race
    // no __syncwarp()
  }
  if (threadIdx.x == 0) *out = s[0];
}

int main() {
  int *in = nullptr, *out = nullptr;
  cudaMalloc(&in, 64 * sizeof(int));
  cudaMalloc(&out, sizeof(int));
  cudaMemset(in, 1, 64 * sizeof(int));
  warp_sum<<<1, 32>>>(in, out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
