// A call of the runtime API in a kernel faults it; nvcc refuses to compile this.
// build: without clang
// expect: host_device_mixup cuda_error
#include <cstdio>

static int mismatches = 0;

static void expect(const char* what, long long got, long long due) {
  if (got == due) return;
  ++mismatches;
  std::printf("%s: got %lld, due %lld\n", what, got, due);
}
#define EXPECT(what, due) expect(#what, static_cast<long long>(what), due)
__global__ void allocating_kernel(int* out) {
  void* p = nullptr;
  *out = 1;
  cudaMalloc(&p, 4);  // <- host_device_mixup
  *out = 2;
}

int main() {
  int* managed = nullptr;
  EXPECT(cudaMallocManaged(&managed, sizeof(int)), cudaSuccess);
  allocating_kernel<<<1, 1>>>(managed);
  EXPECT(cudaDeviceSynchronize(), cudaErrorLaunchFailure);
  EXPECT(*managed, 1);
  std::puts(mismatches == 0 ? "OK" : "MISMATCH");
  return mismatches == 0 ? 0 : 1;
}
