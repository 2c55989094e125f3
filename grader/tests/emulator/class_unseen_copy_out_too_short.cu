// Not found but by its values: a copy out of n bytes in place of n elements.
__global__ void kernel(int* out) { out[threadIdx.x] = 1; }

int main() {
  const int n = 32;
  int h[n] = {}, *out = nullptr;
  cudaMalloc(&out, sizeof h);
  kernel<<<1, n>>>(out);
  cudaMemcpy(h, out, n, cudaMemcpyDeviceToHost);
  return h[0] == 1 && h[n - 1] == 0 ? 0 : 1;
}
