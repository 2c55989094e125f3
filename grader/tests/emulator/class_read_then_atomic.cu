// A place is read plainly and taken by an atomic afterwards: two threads may take the same one.
// Only a compare-and-swap finds out whether what was read before still holds.
// expect: data_race
__global__ void append(int* count, int* taken) {
  const int place = *count;  // <- data_race
  atomicAdd(count, 1);       // <- data_race
  taken[threadIdx.x] = place;
}

int main() {
  int* words = nullptr;
  cudaMalloc(&words, 65 * sizeof(int));
  cudaMemset(words, 0, sizeof(int));
  append<<<1, 64>>>(words, words + 1);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
