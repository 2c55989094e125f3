// A launch that fails and that nobody asks about.
// expect: cuda_error

__global__ void kernel(int* out) { out[0] = 1; }

int main() {
  int* out = nullptr;
  cudaMalloc(&out, sizeof(int));
  kernel<<<1, 2048>>>(out);  // <- cuda_error
  return 0;
}
