// Copies of structs that are aligned to less than four bytes are no misaligned accesses.
struct Five {
  char bytes[5];
};

__global__ void kernel(const short3* in, short3* out, const Five* five_in, Five* five_out) {
  out[threadIdx.x] = in[threadIdx.x];
  five_out[threadIdx.x] = five_in[threadIdx.x];
}

int main() {
  short3 in[32], out[32], *d_in = nullptr, *d_out = nullptr;
  Five *five_in = nullptr, *five_out = nullptr;
  for (short i = 0; i < 32; ++i) in[i] = make_short3(i, i + 1, i + 2);
  cudaMalloc(&d_in, sizeof in);
  cudaMalloc(&d_out, sizeof out);
  cudaMalloc(&five_in, 32 * sizeof(Five));
  cudaMalloc(&five_out, 32 * sizeof(Five));
  cudaMemset(five_in, 1, 32 * sizeof(Five));
  cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
  kernel<<<1, 32>>>(d_in, d_out, five_in, five_out);
  cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
  for (short i = 0; i < 32; ++i)
    if (out[i].x != i || out[i].y != i + 1 || out[i].z != i + 2) return 1;
  return 0;
}
