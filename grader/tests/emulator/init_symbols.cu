// Variables with static storage begin as zeros, as in C++.

__device__ int total;
__constant__ int factor;
__managed__ int both;
__global__ void add(int* out) {
  total += 1;
  *out = total * factor + both;
}

int main() {
  int* out = nullptr;
  cudaMalloc(&out, sizeof(int));
  add<<<1, 1>>>(out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
