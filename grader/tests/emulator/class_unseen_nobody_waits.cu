// Not found: a kernel that nobody waits for has not run when the program ends, and shows no
// mistake of its own.
__global__ void kernel(int* out) { out[1] = 1; }

int main() {
  int* out = nullptr;
  cudaMalloc(&out, sizeof(int));
  kernel<<<1, 1>>>(out);
  return 0;
}
