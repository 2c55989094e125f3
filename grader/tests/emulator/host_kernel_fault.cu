// After a kernel's fault every call fails that needs the device (H200, CUDA 13.0).
// expect: cuda_error out_of_bounds
#include <cstdio>

static int mismatches = 0;

static void expect(const char* what, long long got, long long due) {
  if (got == due) return;
  ++mismatches;
  std::printf("%s: got %lld, due %lld\n", what, got, due);
}
#define EXPECT(what, due) expect(#what, static_cast<long long>(what), due)
__global__ void write_kernel(int* p) { *p = 1; }
__global__ void empty() {}

int main() {
  const cudaError_t fault = cudaErrorIllegalAddress;
  int *d = nullptr, host = 0, device = -1;
  cudaStream_t stream;
  cudaEvent_t event;
  EXPECT(cudaMalloc(&d, sizeof(int)), cudaSuccess);
  EXPECT(cudaStreamCreate(&stream), cudaSuccess);
  EXPECT(cudaEventCreate(&event), cudaSuccess);
  write_kernel<<<1, 1>>>(reinterpret_cast<int*>(0x10));
  EXPECT(cudaGetLastError(), cudaSuccess);  // the launch itself was right
  EXPECT(cudaDeviceSynchronize(), fault);
  EXPECT(cudaPeekAtLastError(), fault);
  EXPECT(cudaGetLastError(), fault);
  EXPECT(cudaGetLastError(), cudaSuccess);

  EXPECT(cudaMalloc(&d, 4), fault);
  EXPECT(cudaGetLastError(), fault);
  EXPECT(cudaFree(d), fault);
  EXPECT(cudaFree(nullptr), fault);
  EXPECT(cudaMemcpy(&host, d, 4, cudaMemcpyDeviceToHost), fault);
  EXPECT(cudaMemcpy(d, &host, 4, static_cast<cudaMemcpyKind>(9)), cudaErrorInvalidMemcpyDirection);
  EXPECT(cudaMemset(d, 0, 0), cudaSuccess);
  EXPECT((empty<<<1, 1>>>(), cudaGetLastError()), fault);
  EXPECT((empty<<<1, 2000>>>(), cudaGetLastError()), fault);
  EXPECT(cudaLaunchKernel(static_cast<const void*>(nullptr), 1, 1, nullptr, 0, 0),
         cudaErrorInvalidDeviceFunction);
  EXPECT(cudaStreamSynchronize(stream), fault);
  EXPECT(cudaStreamQuery(stream), fault);
  EXPECT(cudaEventRecord(event), fault);
  EXPECT(cudaEventQuery(event), fault);
  EXPECT(cudaDeviceSynchronize(), fault);

  EXPECT(cudaGetDevice(&device), cudaSuccess);
  EXPECT(cudaGetDeviceCount(&device), cudaSuccess);
  EXPECT(cudaSetDevice(0), cudaSuccess);
  EXPECT(cudaDeviceGetAttribute(&device, cudaDevAttrWarpSize, 0), cudaSuccess);
  cudaPointerAttributes attributes;
  EXPECT(cudaPointerGetAttributes(&attributes, &host), cudaSuccess);
  std::puts(mismatches == 0 ? "OK" : "MISMATCH");
  return mismatches == 0 ? 0 : 1;
}
