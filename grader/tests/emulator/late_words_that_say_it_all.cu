// Words that hold value and flag in one, several by each thread: in whatever order they arrive,
// whoever waits for one of them finds all of it.

constexpr int words_of_a_block = 4, blocks = 6;

__global__ void publish_and_gather(volatile unsigned long long* words, int* out) {
  const int first = static_cast<int>(blockIdx.x) * words_of_a_block;
  for (int k = 0; k < words_of_a_block; ++k) words[first + k] = 1ull << 32 | (first + k);
  int sum = 0;
  for (int k = first + words_of_a_block - 1; k >= 0; --k) {
    unsigned long long word = 0;
    while ((word = words[k]) >> 32 == 0) {
    }
    sum += static_cast<int>(word & 0xFFFFFFFF);
  }
  out[blockIdx.x] = sum;
}

int main() {
  unsigned long long* words = nullptr;
  int *d_out = nullptr, out[blocks] = {};
  constexpr int count = words_of_a_block * blocks;
  cudaMalloc(&words, count * sizeof *words);
  cudaMalloc(&d_out, sizeof out);
  cudaMemset(words, 0, count * sizeof *words);
  publish_and_gather<<<blocks, 1>>>(words, d_out);
  cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
  for (int b = 0; b < blocks; ++b) {
    const int last = words_of_a_block * (b + 1) - 1;
    if (out[b] != last * (last + 1) / 2) return 1;
  }
  return 0;
}
