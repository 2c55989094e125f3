// A word that the kernel has written is read by ld.global.nc, through the read-only cache.
// expect: data_race

__global__ void kernel(int* data, int* out) {
  data[threadIdx.x] = static_cast<int>(threadIdx.x);  // <- data_race
  __syncthreads();
  const int* from = data + (threadIdx.x + 1) % 32;
  int value;
  asm("ld.global.nc.s32 %0, [%1];" : "=r"(value) : "l"(from));  // <- data_race
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
