// note: barrier_divergence
// Threads that have returned count as arrived: a note, no error, and the right values.
#include <cstdio>

__global__ void kernel(const int* in, int* out, int n) {
  __shared__ int s[64];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  s[threadIdx.x] = in[i];
  __syncthreads();  // <- barrier_divergence
  out[i] = s[threadIdx.x] + 1;
}

int main() {
  int in[100], out[100], *d_in = nullptr, *d_out = nullptr;
  for (int i = 0; i < 100; ++i) in[i] = i;
  cudaMalloc(&d_in, sizeof in);
  cudaMalloc(&d_out, sizeof out);
  cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
  kernel<<<2, 64>>>(d_in, d_out, 100);
  cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 100; ++i)
    if (out[i] != i + 1) return 1;
  return 0;
}
