// expect: barrier_divergence
__global__ void kernel(float* out) {
  __shared__ float s[64];
  s[threadIdx.x] = 1.0f;
  if (threadIdx.x < 16) {
    __syncthreads();  // <- barrier_divergence
    out[threadIdx.x] = s[threadIdx.x + 16];
  }
}

int main() {
  float* out = nullptr;
  cudaMalloc(&out, 64 * sizeof(float));
  kernel<<<3, 64>>>(out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
