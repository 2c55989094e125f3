// Several threads write the same value into one word: a note, because the value is certain.
// note: data_race

__global__ void any_negative(const int* in, int* found) {
  if (in[threadIdx.x] < 0) *found = 1;  // <- data_race
}

int main() {
  int *in = nullptr, *found = nullptr;
  cudaMalloc(&in, 64 * sizeof(int));
  cudaMalloc(&found, sizeof(int));
  cudaMemset(in, 0xFF, 64 * sizeof(int));
  cudaMemset(found, 0, sizeof(int));
  any_negative<<<1, 64>>>(in, found);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
