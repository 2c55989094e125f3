// The same chain, but B raises its flag without having waited for A.
// expect: data_race

__device__ void wait_for(int* flag) {
  while (atomicAdd(flag, 0) == 0) {
  }
  __threadfence();
}
__global__ void chain(int* data, int* flags, int* out) {
  if (blockIdx.x == 0) *data = 42;  // <- data_race
  if (blockIdx.x == 2) wait_for(&flags[1]);
  if (blockIdx.x == 2) *out = *data;  // <- data_race
  __threadfence();
  atomicExch(&flags[blockIdx.x], 1);
}

int main() {
  int* words = nullptr;
  cudaMalloc(&words, 5 * sizeof(int));
  cudaMemset(words, 0, 5 * sizeof(int));
  chain<<<3, 1>>>(words, words + 1, words + 4);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
