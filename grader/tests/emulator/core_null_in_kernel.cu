// expect: out_of_bounds cuda_error
__global__ void kernel(float* out) {
  out[threadIdx.x] = 1.0f;  // <- out_of_bounds
}

int main() {
  kernel<<<1, 32>>>(nullptr);
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 1;
}
