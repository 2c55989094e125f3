// Not found: an index that leaves a row of an array of two dimensions which a thread keeps for
// itself, and lands in the next row.
__global__ void kernel(int* out, int count) {
  int part[2][4] = {};
  for (int k = 0; k < count; ++k) part[0][k] = k;
  out[threadIdx.x] = part[0][0] + part[1][0];
}

int main() {
  int* out = nullptr;
  cudaMalloc(&out, 32 * sizeof(int));
  kernel<<<1, 32>>>(out, 5);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
