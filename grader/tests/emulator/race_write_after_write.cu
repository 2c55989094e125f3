// Two blocks write one element of global memory, with different values.
// expect: data_race

__global__ void overlap(int* out) {
  out[blockIdx.x * 31 + threadIdx.x] = static_cast<int>(blockIdx.x + 1);  // <- data_race
}

int main() {
  int* out = nullptr;
  cudaMalloc(&out, 64 * sizeof(int));
  overlap<<<2, 32>>>(out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
