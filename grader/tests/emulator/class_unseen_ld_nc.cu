// A word that the kernel has written is read by ld.global.nc, through the read-only cache. Not
// told: the emulator takes it for an ordinary load.

__global__ void kernel(int* data, int* out) {
  data[threadIdx.x] = static_cast<int>(threadIdx.x);
  __syncthreads();
  int value;
  asm("ld.global.nc.s32 %0, [%1];" : "=r"(value) : "l"(data + (threadIdx.x + 1) % 32));
  out[threadIdx.x] = value;
}

int main() {
  int *data = nullptr, *out = nullptr;
  cudaMalloc(&data, 32 * sizeof(int));
  cudaMalloc(&out, 32 * sizeof(int));
  cudaMemset(data, 0, 32 * sizeof(int));
  kernel<<<1, 32>>>(data, out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
