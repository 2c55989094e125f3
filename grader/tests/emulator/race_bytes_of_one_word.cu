// Four threads write four bytes of one word: bytes are memory locations of their own.

__global__ void fill(unsigned char* bytes, unsigned* out) {
  __shared__ unsigned char own[128];
  own[threadIdx.x] = static_cast<unsigned char>(threadIdx.x);
  bytes[blockIdx.x + 4 * threadIdx.x] = own[threadIdx.x];
  __syncthreads();
  if (threadIdx.x < 32) out[blockIdx.x * 32 + threadIdx.x] = own[127 - threadIdx.x];
}

int main() {
  unsigned char* bytes = nullptr;
  unsigned* out = nullptr;
  cudaMalloc(&bytes, 4 * 128);
  cudaMalloc(&out, 4 * 32 * sizeof(unsigned));
  fill<<<4, 128>>>(bytes, out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
