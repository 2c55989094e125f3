// expect: host_device_mixup
// The host has only a shadow of a __device__ variable.
__device__ float total;
__managed__ float managed;

__global__ void kernel() { atomicAdd(&total, 1.0f); }

int main() {
  managed = 1.0f;
  kernel<<<1, 32>>>();
  cudaDeviceSynchronize();
  const float got = total;  // <- host_device_mixup
  return got + managed > 0 ? 0 : 1;
}
