// Three of a float4's components were written; the load of all four reads the last one too.
// expect: uninitialized_read

__global__ void fill(float* data) {
  if (threadIdx.x % 4 != 3) data[threadIdx.x] = 1.0f;
}
__global__ void read(const float4* data, float* out) {
  const float4 v = data[threadIdx.x];  // <- uninitialized_read
  out[threadIdx.x] = v.x + v.y + v.z + v.w;
}

int main() {
  float *data = nullptr, *out = nullptr;
  cudaMalloc(&data, 32 * sizeof(float));
  cudaMalloc(&out, 8 * sizeof(float));
  fill<<<1, 32>>>(data);
  read<<<1, 8>>>(reinterpret_cast<const float4*>(data), out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
