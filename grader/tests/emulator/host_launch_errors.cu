// Limits of a launch; measured on an H200 with CUDA 13.0.
// expect: cuda_error
#include <cstdio>

static int mismatches = 0;

static void expect(const char* what, long long got, long long due) {
  if (got == due) return;
  ++mismatches;
  std::printf("%s: got %lld, due %lld\n", what, got, due);
}
#define EXPECT(what, due) expect(#what, static_cast<long long>(what), due)
__global__ void empty() {}
__global__ void __launch_bounds__(128) bounded() {}
__global__ void shared_16k(int* out) {
  __shared__ int values[4096];
  values[threadIdx.x] = static_cast<int>(threadIdx.x);
  __syncthreads();
  if (out != nullptr) out[threadIdx.x] = values[threadIdx.x];
}

/// What the launch before left behind.
static cudaError_t launched() { return cudaGetLastError(); }

int main() {
  const cudaError_t wrong = cudaErrorInvalidValue;
  EXPECT((empty<<<0, 1>>>(), launched()), wrong);
  EXPECT((empty<<<1, 0>>>(), launched()), wrong);
  EXPECT((empty<<<1, 1024>>>(), launched()), cudaSuccess);
  EXPECT((empty<<<1, 1025>>>(), launched()), wrong);
  EXPECT((empty<<<1, dim3(32, 33)>>>(), launched()), wrong);
  EXPECT((empty<<<1, dim3(1, 1, 64)>>>(), launched()), cudaSuccess);
  EXPECT((empty<<<1, dim3(1, 1, 65)>>>(), launched()), wrong);
  EXPECT((empty<<<dim3(1, 65535), 1>>>(), launched()), cudaSuccess);
  EXPECT((empty<<<dim3(1, 65536), 1>>>(), launched()), wrong);
  EXPECT((empty<<<dim3(1, 1, 65536), 1>>>(), launched()), wrong);
  EXPECT((empty<<<2147483648u, 1>>>(), launched()), wrong);
  EXPECT((bounded<<<1, 128>>>(), launched()), cudaSuccess);
  EXPECT((bounded<<<1, 129>>>(), launched()), wrong);

  EXPECT((empty<<<1, 1, 49152>>>(), launched()), cudaSuccess);
  EXPECT((empty<<<1, 1, 49153>>>(), launched()), wrong);
  EXPECT((shared_16k<<<1, 32, 32768>>>(nullptr), launched()), cudaSuccess);
  EXPECT((shared_16k<<<1, 32, 32769>>>(nullptr), launched()), wrong);

  const auto dynamic = cudaFuncAttributeMaxDynamicSharedMemorySize;
  int most = 0;
  EXPECT(cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0), cudaSuccess);
  EXPECT(cudaFuncSetAttribute(empty, dynamic, most), cudaSuccess);
  EXPECT((empty<<<1, 1, most>>>(), launched()), cudaSuccess);
  EXPECT((empty<<<1, 1, most + 1>>>(), launched()), wrong);
  EXPECT(cudaFuncSetAttribute(empty, dynamic, most + 1), wrong);
  EXPECT(cudaFuncSetAttribute(empty, dynamic, -1), wrong);
  EXPECT(cudaFuncSetAttribute(shared_16k, dynamic, most - 16384), cudaSuccess);
  EXPECT(cudaFuncSetAttribute(shared_16k, dynamic, most - 16383), wrong);
  EXPECT(cudaFuncSetAttribute(empty, dynamic, 100), cudaSuccess);
  EXPECT((empty<<<1, 1, 200>>>(), launched()), wrong);
  EXPECT(cudaFuncSetAttribute(empty, cudaFuncAttributePreferredSharedMemoryCarveout, 101), wrong);
  EXPECT(cudaFuncSetAttribute(empty, cudaFuncAttributePreferredSharedMemoryCarveout, 50),
         cudaSuccess);
  EXPECT(cudaFuncSetCacheConfig(empty, cudaFuncCachePreferL1), cudaSuccess);
  EXPECT(cudaFuncSetAttribute(static_cast<const void*>(nullptr), dynamic, 1),
         cudaErrorInvalidDeviceFunction);

  // A launch error does not disturb later work, and stays until somebody asks for it.
  empty<<<1, 2000>>>();
  EXPECT(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT(cudaPeekAtLastError(), wrong);
  EXPECT(cudaSetDevice(99), cudaErrorInvalidDevice);
  EXPECT(cudaGetLastError(), cudaErrorInvalidDevice);
  EXPECT(cudaGetLastError(), cudaSuccess);
  std::puts(mismatches == 0 ? "OK" : "MISMATCH");
  return mismatches == 0 ? 0 : 1;
}
