// A kernel that is called like a function does not run; nvcc refuses to compile this.
// build: without clang
// expect: host_device_mixup
#include <cstdio>

static int mismatches = 0;

static void expect(const char* what, long long got, long long due) {
  if (got == due) return;
  ++mismatches;
  std::printf("%s: got %lld, due %lld\n", what, got, due);
}
#define EXPECT(what, due) expect(#what, static_cast<long long>(what), due)
__managed__ int runs = 0;
__global__ void counting_kernel(int) { ++runs; }  // <- host_device_mixup

int main() {
  counting_kernel(1);
  EXPECT(runs, 0);
  counting_kernel<<<1, 1>>>(2);
  EXPECT(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT(runs, 1);
  std::puts(mismatches == 0 ? "OK" : "MISMATCH");
  return mismatches == 0 ? 0 : 1;
}
