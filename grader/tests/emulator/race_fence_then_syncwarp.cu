// All lanes fence themselves, meet by __syncwarp, and one of them publishes for all.

__global__ void hand_over(int* data, volatile int* flag, int* out) {
  const unsigned lane = threadIdx.x;
  if (blockIdx.x == 0) {
    data[lane] = static_cast<int>(lane);
    __threadfence();
    __syncwarp();
    if (lane == 0) *flag = 1;
  } else {
    if (lane == 0)
      while (*flag == 0) {
      }
    __syncthreads();
    __threadfence();
    out[lane] = data[31 - lane];
  }
}

int main() {
  int* words = nullptr;
  cudaMalloc(&words, 96 * sizeof(int));
  cudaMemset(words, 0, 96 * sizeof(int));
  hand_over<<<2, 32>>>(words, words + 32, words + 33);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
