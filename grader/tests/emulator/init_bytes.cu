// A word of which one byte was written is not written.
// expect: uninitialized_read

__global__ void read(unsigned* word, unsigned* out) {
  reinterpret_cast<unsigned char*>(word)[0] = 1;
  *out = *word;  // <- uninitialized_read
}

int main() {
  unsigned* words = nullptr;
  cudaMalloc(&words, 2 * sizeof(unsigned));
  read<<<1, 1>>>(words, words + 1);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
