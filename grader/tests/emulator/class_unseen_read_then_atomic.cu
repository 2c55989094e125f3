// Not found: what a thread reads plainly and then updates by an atomic of its own counts as
// confirmed, as in a compare-and-swap loop. Here nothing looks at what the atomic returns, and two
// threads may take the same place.
__global__ void append(int* count, int* taken) {
  const int place = *count;
  atomicAdd(count, 1);
  taken[threadIdx.x] = place;
}

int main() {
  int* words = nullptr;
  cudaMalloc(&words, 65 * sizeof(int));
  cudaMemset(words, 0, sizeof(int));
  append<<<1, 64>>>(words, words + 1);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
