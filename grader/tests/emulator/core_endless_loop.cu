// exit: 102
// run: EMU_SECONDS=0.3
// run: EMU_SECONDS=0.3 EMU_UNCHECKED=1
__global__ void kernel(int* out) {
  for (unsigned k = 1; k != 0;) out[0] += 1;
}

int main() {
  int* out = nullptr;
  cudaMalloc(&out, sizeof(int));
  cudaMemset(out, 0, sizeof(int));
  kernel<<<1, 1>>>(out);
  cudaDeviceSynchronize();
  return 0;
}
