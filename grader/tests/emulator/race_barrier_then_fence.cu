// All threads write, meet at a barrier, and one of them fences and raises the flag for all.

__global__ void hand_over(int* data, int* flag, int* out) {
  if (blockIdx.x == 0) {
    data[threadIdx.x] = static_cast<int>(threadIdx.x) + 1;
    __syncthreads();
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
    out[threadIdx.x] = data[63 - threadIdx.x];
  }
}

int main() {
  int* words = nullptr;
  cudaMalloc(&words, 129 * sizeof(int));
  cudaMemset(words, 0, 129 * sizeof(int));
  hand_over<<<2, 64>>>(words, words + 128, words + 64);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
