// Not found but by its values: the host reads managed memory without having waited. The kernel has
// not run by then, so that the value is the old one every time.
__global__ void kernel(int* out) { *out = 1; }

int main() {
  int* out = nullptr;
  cudaMallocManaged(&out, sizeof(int));
  *out = 0;
  kernel<<<1, 1>>>(out);
  const int early = *out;
  return cudaDeviceSynchronize() == cudaSuccess && early == 0 && *out == 1 ? 0 : 1;
}
