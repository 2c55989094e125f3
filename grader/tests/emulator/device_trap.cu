// __trap ends the kernel with an error that stays; a grid group is not valid outside of a
// cooperative launch, and says so before its sync would end the kernel.
// expect: cuda_error
#include <cooperative_groups.h>
#include <cstdio>

namespace cg = cooperative_groups;

__global__ void valid_kernel(int* out) { *out = cg::this_grid().is_valid() ? 1 : 0; }
__global__ void trapping_kernel(const int* in) {
  if (*in == 0) __trap();
}

int main() {
  int *out = nullptr, seen[2] = {-1, -1};
  cudaMalloc(&out, 2 * sizeof(int));
  int* second = out + 1;
  void* arguments[] = {&second};
  valid_kernel<<<1, 1>>>(out);
  cudaLaunchCooperativeKernel(reinterpret_cast<void*>(valid_kernel), 1, 1, arguments);
  cudaMemcpy(seen, out, sizeof seen, cudaMemcpyDeviceToHost);
  if (seen[0] != 0 || seen[1] != 1) return std::printf("%d %d\n", seen[0], seen[1]), 1;
  trapping_kernel<<<1, 32>>>(out);
  const cudaError_t error = cudaDeviceSynchronize();
  std::printf("%s\n", cudaGetErrorName(error));
  return error == cudaErrorLaunchFailure && cudaGetLastError() != cudaSuccess ? 0 : 2;
}
