// A grid-wide barrier orders all blocks of a cooperative launch.
#include <cooperative_groups.h>

__global__ void shift(int* data, int* out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
  data[i] = static_cast<int>(i);
  cooperative_groups::this_grid().sync();
  out[i] = data[(i + 37) % n];
}

int main() {
  int *data = nullptr, *out = nullptr;
  cudaMalloc(&data, 128 * sizeof(int));
  cudaMalloc(&out, 128 * sizeof(int));
  void* arguments[] = {&data, &out};
  cudaLaunchCooperativeKernel(reinterpret_cast<void*>(shift), 4, 32, arguments);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
