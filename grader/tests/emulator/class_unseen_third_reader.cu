// Not found in this order: two readers of a word are kept, and two lanes of one warp have taken the
// place of thread 64 when one of them writes. By index, where thread 64 comes last, the race shows.
// run: EMU_ORDER=reversed
__global__ void kernel(int* word, int* out) {
  if (threadIdx.x == 64) out[2] = *word;
  if (threadIdx.x < 2) {
    out[threadIdx.x] = *word;
    __syncwarp(3);
    if (threadIdx.x == 0) *word = 7;
  }
}

int main() {
  int* words = nullptr;
  cudaMalloc(&words, 4 * sizeof(int));
  cudaMemset(words, 0, 4 * sizeof(int));
  kernel<<<1, 96>>>(words, words + 1);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
