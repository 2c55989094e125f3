// expect: cuda_error
#include <cassert>

__global__ void kernel(int limit) {
  assert(static_cast<int>(threadIdx.x) < limit);  // <- cuda_error
}

int main() {
  kernel<<<1, 32>>>(31);
  return cudaDeviceSynchronize() == cudaErrorAssert ? 0 : 1;  // <- cuda_error
}
