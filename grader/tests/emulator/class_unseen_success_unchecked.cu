// Not found: calls whose results are not looked at, as long as they succeed.
__global__ void kernel(int* out) { out[0] = 1; }

int main() {
  int* out = nullptr;
  cudaMalloc(&out, sizeof(int));
  kernel<<<1, 1>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
  return 0;
}
