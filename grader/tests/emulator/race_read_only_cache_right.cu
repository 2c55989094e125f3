// What an earlier kernel or a copy wrote, __ldg may read, and a later kernel may write it again. A
// thread that overwrites the word which it alone has read so gets the right value: a note.
// note: data_race
#include <cstdio>

__global__ void fill_kernel(int* data) { data[threadIdx.x] = static_cast<int>(threadIdx.x); }
__global__ void reverse_kernel(const int* data, int* out) {
  out[threadIdx.x] = __ldg(data + blockDim.x - 1 - threadIdx.x);
}
__global__ void double_kernel(int* data) {
  const int x = __ldg(data + threadIdx.x);  // <- data_race
  data[threadIdx.x] = 2 * x;
}

int main() {
  constexpr int n = 64;
  int *data = nullptr, *out = nullptr, host[n];
  cudaMalloc(&data, n * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  for (int round = 0; round < 2; ++round) {
    fill_kernel<<<1, n>>>(data);
    reverse_kernel<<<1, n>>>(data, out);
  }
  double_kernel<<<1, n>>>(out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  for (int k = 0; k < n; ++k)
    if (host[k] != 2 * (n - 1 - k)) return 1;
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
