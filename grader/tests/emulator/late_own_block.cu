// A thread's own block sees its stores in order behind a barrier, by volatile and by plain loads;
// the next launch sees them in any case.

__global__ void store_and_read(int* words, int* out) {
  volatile int* const strong = words;
  if (threadIdx.x == 0) {
    strong[0] = 42;
    strong[1] = 43;
    strong[2] = 44;
  }
  __syncthreads();
  if (threadIdx.x == 1) out[0] = strong[0] + words[1] + strong[2];
}

__global__ void read_all(const int* words, int* out) { out[1] = words[0] + words[1] + words[2]; }

int main() {
  int *words = nullptr, out[2] = {};
  cudaMalloc(&words, 5 * sizeof(int));
  cudaMemset(words, 0, 5 * sizeof(int));
  store_and_read<<<1, 64>>>(words, words + 3);
  read_all<<<1, 1>>>(words, words + 3);
  cudaMemcpy(out, words + 3, sizeof out, cudaMemcpyDeviceToHost);
  return out[0] == 129 && out[1] == 129 ? 0 : 1;
}
