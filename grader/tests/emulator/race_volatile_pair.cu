// Two lanes of a warp use a volatile word without __syncwarp: a note of its own, since no compiler
// moves such accesses, and nothing else orders them.
// note: data_race

__global__ void hand_over(int* out) {
  __shared__ volatile int word;
  if (threadIdx.x == 0) word = 0;
  __syncthreads();
  if (threadIdx.x == 0) word = 7;       // <- data_race
  if (threadIdx.x == 1) out[0] = word;  // <- data_race
  __syncthreads();
}

int main() {
  int* out = nullptr;
  cudaMalloc(&out, sizeof(int));
  hand_over<<<1, 32>>>(out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
