// expect: host_device_mixup cuda_error
#include <vector>

__global__ void kernel(const float* in, float* out) {
  out[threadIdx.x] = in[threadIdx.x];  // <- host_device_mixup
}

int main() {
  std::vector<float> in(32, 1.0f);
  float* out = nullptr;
  cudaMalloc(&out, 32 * sizeof(float));
  kernel<<<1, 32>>>(in.data(), out);
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 1;
}
