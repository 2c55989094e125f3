// A copy to the device that names the other direction.
// expect: cuda_error
int main() {
  int h[4] = {}, *d = nullptr;
  cudaMalloc(&d, sizeof h);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyDeviceToHost);  // <- cuda_error
  return 0;
}
