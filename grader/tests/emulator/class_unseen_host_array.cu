// Not found: a copy out that is longer than the array on the host.
struct {
  int wanted[4];
  int behind[4];
} h;

int main() {
  int* d = nullptr;
  cudaMalloc(&d, 8 * sizeof(int));
  cudaMemset(d, 1, 8 * sizeof(int));
  cudaMemcpy(h.wanted, d, 8 * sizeof(int), cudaMemcpyDeviceToHost);
  return h.behind[0] != 0 ? 0 : 1;
}
