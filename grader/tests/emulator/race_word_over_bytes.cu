// One thread reads the word of which another writes a byte.
// expect: data_race

__global__ void mixed(unsigned* word, unsigned* out) {
  if (threadIdx.x == 1) reinterpret_cast<unsigned char*>(word)[3] = 9;  // <- data_race
  if (threadIdx.x == 0) *out = *word;                                   // <- data_race
}

int main() {
  unsigned* words = nullptr;
  cudaMalloc(&words, 2 * sizeof(unsigned));
  cudaMemset(words, 0, 2 * sizeof(unsigned));
  mixed<<<1, 64>>>(words, words + 1);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
