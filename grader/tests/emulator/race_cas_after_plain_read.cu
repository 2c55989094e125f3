// A plain first read in front of a compare-and-swap loop: the swap finds out whether it still holds.
// A plain read behind the loop is confirmed by nothing.
// expect: data_race

__device__ void add(int* total, int value) {
  int old = *total, assumed = 0;
  do {
    assumed = old;
    old = atomicCAS(total, assumed, assumed + value);  // <- data_race
  } while (assumed != old);
}

__global__ void count(int* total) { add(total, 1); }
__global__ void count_and_look(int* total, int* seen) {
  add(total, 1);
  seen[threadIdx.x] = *total;  // <- data_race
}

int main() {
  int *total = nullptr, *seen = nullptr, counted = 0;
  cudaMalloc(&total, sizeof(int));
  cudaMalloc(&seen, 256 * sizeof(int));
  cudaMemset(total, 0, sizeof(int));
  count<<<4, 256>>>(total);
  cudaMemcpy(&counted, total, sizeof counted, cudaMemcpyDeviceToHost);
  count_and_look<<<1, 256>>>(total, seen);
  return cudaDeviceSynchronize() == cudaSuccess && counted == 1024 ? 0 : 1;
}
