// expect: misaligned_access cuda_error
__global__ void kernel(const float* in, float4* out) {
  out[0] = *reinterpret_cast<const float4*>(in + 1);  // <- misaligned_access
}

int main() {
  float *in = nullptr, *out = nullptr;
  cudaMalloc(&in, 64);
  cudaMalloc(&out, 64);
  cudaMemset(in, 0, 64);
  kernel<<<1, 1>>>(in, reinterpret_cast<float4*>(out));
  return cudaDeviceSynchronize() == cudaErrorMisalignedAddress ? 0 : 1;
}
