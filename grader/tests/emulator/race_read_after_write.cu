// A neighbour's element is read without a barrier behind the writes: a race, and where
// the reader comes first, a read of what nothing has written.
// expect: data_race uninitialized_read

__global__ void shift(int* out) {
  __shared__ int s[64];
  s[threadIdx.x] = static_cast<int>(threadIdx.x);  // <- data_race
  out[threadIdx.x] = s[(threadIdx.x + 1) % 64];    // <- data_race uninitialized_read
}

int main() {
  int* out = nullptr;
  cudaMalloc(&out, 64 * sizeof(int));
  shift<<<1, 64>>>(out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
