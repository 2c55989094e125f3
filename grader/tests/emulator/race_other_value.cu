// Several threads write different values into one word: which one stays is chance.
// expect: data_race

__global__ void last_one(int* winner) {
  *winner = static_cast<int>(threadIdx.x);  // <- data_race
}

int main() {
  int* winner = nullptr;
  cudaMalloc(&winner, sizeof(int));
  last_one<<<1, 64>>>(winner);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
