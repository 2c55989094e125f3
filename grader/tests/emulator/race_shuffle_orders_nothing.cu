// Lanes that meet in a shuffle exchange registers; shared memory is not ordered by it: a note.
// note: data_race

__global__ void hand_over(int* out) {
  __shared__ int word;
  if (threadIdx.x == 0) word = 7;  // <- data_race
  __shfl_sync(0xffffffffu, 0, 0);
  if (threadIdx.x == 1) *out = word;  // <- data_race
}

int main() {
  int* out = nullptr;
  cudaMalloc(&out, sizeof(int));
  hand_over<<<1, 32>>>(out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
