// Not found: memory that nothing wrote is copied to the host and used there.
int main() {
  int *d = nullptr, h = 0;
  cudaMalloc(&d, sizeof(int));
  cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
  return h != 0 ? 0 : 1;  // the filling
}
