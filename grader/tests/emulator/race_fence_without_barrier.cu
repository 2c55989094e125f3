// One thread's fence and flag say nothing about threads that it has not met.
// expect: data_race

__global__ void hand_over(int* data, int* flag, int* out) {
  if (blockIdx.x == 0) {
    data[threadIdx.x] = static_cast<int>(threadIdx.x) + 1;  // <- data_race
    // no __syncthreads()
    if (threadIdx.x == 0) {
      __threadfence();
      atomicExch(flag, 1);
    }
  } else {
    if (threadIdx.x == 0) {
      while (atomicAdd(flag, 0) == 0) {
      }
      __threadfence();
    }
    __syncthreads();
    out[threadIdx.x] = data[63 - threadIdx.x];  // <- data_race
  }
}

int main() {
  int* words = nullptr;
  cudaMalloc(&words, 129 * sizeof(int));
  cudaMemset(words, 0, 129 * sizeof(int));
  hand_over<<<2, 64>>>(words, words + 128, words + 64);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
