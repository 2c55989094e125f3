// Variables with static storage are watched as arrays are.
// expect: data_race
__device__ int total;

__global__ void count() {
  total += 1;  // <- data_race
}

int main() {
  count<<<2, 32>>>();
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
