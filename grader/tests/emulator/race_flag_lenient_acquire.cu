// The reader's fence is missing: let pass as a rule, because the loop's branch orders the loads on
// all hardware so far.

__global__ void hand_over(int* data, int* flag, int* out) {
  if (blockIdx.x == 0) {
    *data = 42;
    __threadfence();
    atomicExch(flag, 1);
  } else {
    while (atomicAdd(flag, 0) == 0) {
    }
    // no __threadfence()
    *out = *data;
  }
}

int main() {
  int* words = nullptr;
  cudaMalloc(&words, 3 * sizeof(int));
  cudaMemset(words, 0, 3 * sizeof(int));
  hand_over<<<2, 1>>>(words, words + 1, words + 2);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
