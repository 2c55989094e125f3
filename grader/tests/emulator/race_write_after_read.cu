// A loop that writes back what others still read: the second barrier is missing.
// expect: data_race

__global__ void rotate(int* out) {
  __shared__ int s[64];
  s[threadIdx.x] = static_cast<int>(threadIdx.x);
  __syncthreads();
  for (int step = 0; step < 3; ++step) {
    const int next = s[(threadIdx.x + 1) % 64];  // <- data_race
    s[threadIdx.x] = next;                       // <- data_race
    __syncthreads();
  }
  out[threadIdx.x] = s[threadIdx.x];
}

int main() {
  int* out = nullptr;
  cudaMalloc(&out, 64 * sizeof(int));
  rotate<<<1, 64>>>(out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
