// A plain read decides whether the atomic is needed at all. Where it is, the atomic finds out
// whether what was read still holds; where it is not, nothing does.
// expect: data_race

__global__ void maximum(const int* in, int* most) {
  const int mine = in[threadIdx.x];
  if (mine > *most)         // <- data_race
    atomicMax(most, mine);  // <- data_race
}

int main() {
  int in[64], *d_in = nullptr, *d_most = nullptr, most = -1;
  for (int k = 0; k < 64; ++k) in[k] = k * 37 % 64;
  cudaMalloc(&d_in, sizeof in);
  cudaMalloc(&d_most, sizeof most);
  cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
  cudaMemset(d_most, 0, sizeof most);
  maximum<<<1, 64>>>(d_in, d_most);
  cudaMemcpy(&most, d_most, sizeof most, cudaMemcpyDeviceToHost);
  return most == 63 ? 0 : 1;
}
