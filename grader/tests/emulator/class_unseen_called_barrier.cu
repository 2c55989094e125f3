// Not found: barriers are told apart by their source line. Both sides of the branch call one
// function, so that all threads come to the same line, equally often.
__device__ int neighbour(int* s, int value) {
  s[threadIdx.x] = value;
  __syncthreads();
  return s[(threadIdx.x + 1) % 64];
}

__global__ void kernel(int* out) {
  __shared__ int s[64];
  if (threadIdx.x % 2 == 0)
    out[threadIdx.x] = neighbour(s, 1);
  else
    out[threadIdx.x] = neighbour(s, 2);
}

int main() {
  int* out = nullptr;
  cudaMalloc(&out, 64 * sizeof(int));
  kernel<<<1, 64>>>(out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
