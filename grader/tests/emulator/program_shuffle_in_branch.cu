// A shuffle in a branch that half of its lanes do not take, with a mask that names all of them: the
// others never come. Hardware exchanges something, or waits for ever.
// expect: warp_mask
#include <cstdio>

__global__ void sum_kernel(const int* d_in, int* d_sum) {
  int value = d_in[threadIdx.x];
  if (threadIdx.x < 16) {
    value += __shfl_down_sync(0xffffffffu, value, 8);  // <- warp_mask
  }
  __syncthreads();
  if (threadIdx.x == 0) *d_sum = value;
}

int main() {
  int h_in[32] = {1, 2, 3}, *d_in = nullptr, *d_sum = nullptr;
  cudaMalloc(&d_in, sizeof h_in);
  cudaMalloc(&d_sum, sizeof(int));
  cudaMemcpy(d_in, h_in, sizeof h_in, cudaMemcpyHostToDevice);
  sum_kernel<<<1, 32>>>(d_in, d_sum);
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  return 0;
}
