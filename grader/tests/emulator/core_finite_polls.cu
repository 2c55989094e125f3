// Loops that look like waiting and end by themselves are no deadlock.
__global__ void kernel(int* out) {
  for (int k = 0; k < 64; ++k) __nanosleep(100);
  for (int k = 0; k < 200; ++k) atomicAdd(out, 0);
  for (int k = 0; k < 200; ++k) atomicMax(out, -1);
  volatile int* seen = out;
  int sum = 0;
  for (int k = 0; k < 1000; ++k) sum += *seen;
  out[1] = sum + 1;
}

int main() {
  int out[2] = {0, 0}, *d_out = nullptr;
  cudaMalloc(&d_out, sizeof out);
  cudaMemset(d_out, 0, sizeof out);
  kernel<<<1, 1>>>(d_out);
  cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
  return out[1] == 1 ? 0 : 1;
}
