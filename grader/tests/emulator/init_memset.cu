// cudaMemset writes, and so does a copy from the host.

__global__ void add(int* total, const int* in) { atomicAdd(total, in[threadIdx.x]); }

int main() {
  const int in[4] = {1, 2, 3, 4};
  int *total = nullptr, *d_in = nullptr;
  cudaMalloc(&total, sizeof(int));
  cudaMalloc(&d_in, sizeof in);
  cudaMemset(total, 0, sizeof(int));
  cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
  add<<<1, 4>>>(total, d_in);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
