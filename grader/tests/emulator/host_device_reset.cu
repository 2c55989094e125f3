// A reset is reported, waits for all work, and takes all memory, streams and events along.
// expect: policy cuda_error
#include <cstdio>

static int mismatches = 0;

static void expect(const char* what, long long got, long long due) {
  if (got == due) return;
  ++mismatches;
  std::printf("%s: got %lld, due %lld\n", what, got, due);
}
#define EXPECT(what, due) expect(#what, static_cast<long long>(what), due)
__global__ void set_kernel(int* data) { *data = 1; }

int main() {
  int *d = nullptr, *pinned = nullptr;
  cudaStream_t stream;
  EXPECT(cudaMallocHost(&pinned, sizeof(int)), cudaSuccess);
  EXPECT(cudaMalloc(&d, sizeof(int)), cudaSuccess);
  EXPECT(cudaStreamCreate(&stream), cudaSuccess);
  *pinned = 0;
  set_kernel<<<1, 1, 0, stream>>>(d);
  EXPECT(cudaDeviceReset(), cudaSuccess);  // <- policy
  EXPECT(cudaMemset(d, 0, sizeof(int)), cudaErrorInvalidValue);
  EXPECT(cudaGetLastError(), cudaErrorInvalidValue);
  EXPECT(cudaMalloc(&d, sizeof(int)), cudaSuccess);
  set_kernel<<<1, 1>>>(d);
  EXPECT(cudaDeviceSynchronize(), cudaSuccess);
  std::puts(mismatches == 0 ? "OK" : "MISMATCH");
  return mismatches == 0 ? 0 : 1;
}
