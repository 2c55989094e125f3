// The reader waits for a flag that says nothing about the value it reads.
// expect: data_race

__global__ void hand_over(int* data, int* flags, int* out) {
  if (blockIdx.x < 2) {
    data[blockIdx.x] = static_cast<int>(blockIdx.x) + 10;  // <- data_race
    __threadfence();
    atomicExch(&flags[blockIdx.x], 1);
  } else {
    while (atomicAdd(&flags[0], 0) == 0) {
    }
    __threadfence();
    *out = data[1];  // <- data_race
  }
}

int main() {
  int* words = nullptr;
  cudaMalloc(&words, 5 * sizeof(int));
  cudaMemset(words, 0, 5 * sizeof(int));
  hand_over<<<3, 1>>>(words, words + 2, words + 4);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
