// A copy that is larger than its array fails, and nobody looks at what it returned.
// expect: cuda_error
int main() {
  int h[8] = {}, *d = nullptr;
  cudaMalloc(&d, 4 * sizeof(int));
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);  // <- cuda_error
  return 0;
}
