// Two values with a flag each, handed over in both directions.

__device__ void wait_for(int* flag) {
  while (atomicAdd(flag, 0) == 0) {
  }
  __threadfence();
}
__global__ void exchange(int* data, int* flags, int* out) {
  const unsigned me = blockIdx.x, other = 1 - me;
  data[me] = static_cast<int>(me) + 10;
  __threadfence();
  atomicExch(&flags[me], 1);
  wait_for(&flags[other]);
  out[me] = data[other];
}

int main() {
  int* words = nullptr;
  cudaMalloc(&words, 6 * sizeof(int));
  cudaMemset(words, 0, 6 * sizeof(int));
  exchange<<<2, 1>>>(words, words + 2, words + 4);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
