// An atomic on the word beside confirms no plain read.
// expect: data_race
__global__ void kernel(int* words, int* seen) {
  if (threadIdx.x < 32) {
    atomicAdd(words, 1);  // <- data_race
  } else {
    seen[threadIdx.x] = words[0];  // <- data_race
    atomicAdd(words + 1, 1);
  }
}

int main() {
  int* words = nullptr;
  cudaMalloc(&words, 66 * sizeof(int));
  cudaMemset(words, 0, 2 * sizeof(int));
  kernel<<<1, 64>>>(words, words + 2);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
