// The device, its limits and its properties.
// expect: cuda_error
#include <cstdio>
#include <cstring>

static int mismatches = 0;

static void expect(const char* what, long long got, long long due) {
  if (got == due) return;
  ++mismatches;
  std::printf("%s: got %lld, due %lld\n", what, got, due);
}
#define EXPECT(what, due) expect(#what, static_cast<long long>(what), due)
static int attribute(cudaDeviceAttr which) {
  int value = -1;
  EXPECT(cudaDeviceGetAttribute(&value, which, 0), cudaSuccess);
  return value;
}

int main() {
  int count = 0, device = -1, version = 0;
  EXPECT(cudaGetDeviceCount(&count), cudaSuccess);
  EXPECT(count >= 1, true);
  EXPECT(cudaGetDevice(&device), cudaSuccess);
  EXPECT(device, 0);
  EXPECT(cudaSetDevice(0), cudaSuccess);
  EXPECT(cudaSetDevice(99), cudaErrorInvalidDevice);
  EXPECT(cudaSetDevice(-1), cudaErrorInvalidDevice);
  EXPECT(cudaRuntimeGetVersion(&version), cudaSuccess);
  EXPECT(version, CUDART_VERSION);
  EXPECT(cudaDriverGetVersion(&version), cudaSuccess);

  cudaDeviceProp p;
  EXPECT(cudaGetDeviceProperties(&p, 5), cudaErrorInvalidDevice);
  EXPECT(cudaGetDeviceProperties(&p, 0), cudaSuccess);
  EXPECT(std::strlen(p.name) > 0, true);
  EXPECT(p.warpSize, 32);
  EXPECT(p.maxThreadsPerBlock, 1024);
  EXPECT(p.maxThreadsDim[2], 64);
  EXPECT(p.maxGridSize[0], 2147483647);
  EXPECT(p.sharedMemPerBlock, 49152);
  EXPECT(p.totalConstMem, 65536);
  EXPECT(p.multiProcessorCount, attribute(cudaDevAttrMultiProcessorCount));
  EXPECT(p.maxGridSize[1], attribute(cudaDevAttrMaxGridDimY));
  EXPECT(p.sharedMemPerBlockOptin, attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin));
  EXPECT(p.maxThreadsPerMultiProcessor, attribute(cudaDevAttrMaxThreadsPerMultiProcessor));
  EXPECT(p.major, attribute(cudaDevAttrComputeCapabilityMajor));
  EXPECT(p.l2CacheSize, attribute(cudaDevAttrL2CacheSize));
  EXPECT(p.regsPerBlock, attribute(cudaDevAttrMaxRegistersPerBlock));
  EXPECT(p.concurrentManagedAccess, attribute(cudaDevAttrConcurrentManagedAccess));
  EXPECT(cudaDeviceGetAttribute(&version, static_cast<cudaDeviceAttr>(9999), 0),
         cudaErrorInvalidValue);
  EXPECT(cudaDeviceGetAttribute(&version, cudaDevAttrWarpSize, 33), cudaErrorInvalidDevice);

  std::size_t limit = 0;
  EXPECT(cudaDeviceGetLimit(&limit, cudaLimitStackSize), cudaSuccess);
  EXPECT(limit, 1024);
  EXPECT(cudaDeviceGetLimit(&limit, cudaLimitMallocHeapSize), cudaSuccess);
  EXPECT(limit, 8388608);
  EXPECT(cudaDeviceGetLimit(&limit, cudaLimitDevRuntimeSyncDepth), cudaErrorUnsupportedLimit);
  EXPECT(cudaDeviceSetLimit(cudaLimitStackSize, 4096), cudaSuccess);
  EXPECT(cudaDeviceGetLimit(&limit, cudaLimitStackSize), cudaSuccess);
  EXPECT(limit, 4096);
  EXPECT(cudaDeviceSetLimit(cudaLimitStackSize, std::size_t{1} << 30), cudaErrorInvalidValue);
  EXPECT(cudaDeviceSetLimit(static_cast<cudaLimit>(77), 1), cudaErrorInvalidValue);

  cudaFuncCache cache = cudaFuncCachePreferEqual;
  unsigned flags = 0;
  EXPECT(cudaDeviceSetCacheConfig(cudaFuncCachePreferShared), cudaSuccess);
  EXPECT(cudaDeviceGetCacheConfig(&cache), cudaSuccess);
  EXPECT(cache, cudaFuncCachePreferShared);
  EXPECT(cudaSetDeviceFlags(cudaDeviceScheduleBlockingSync), cudaSuccess);
  EXPECT(cudaSetDeviceFlags(0x4000), cudaErrorInvalidValue);
  EXPECT(cudaGetDeviceFlags(&flags), cudaSuccess);
  EXPECT((flags & cudaDeviceMapHost) != 0, true);

  EXPECT(std::strcmp(cudaGetErrorName(cudaErrorInvalidValue), "cudaErrorInvalidValue"), 0);
  EXPECT(std::strcmp(cudaGetErrorString(cudaErrorInvalidValue), "invalid argument"), 0);
  EXPECT(std::strcmp(cudaGetErrorString(cudaErrorIllegalAddress),
                     "an illegal memory access was encountered"),
         0);
  EXPECT(std::strcmp(cudaGetErrorName(static_cast<cudaError_t>(123)), "unrecognized error code"),
         0);
  std::puts(mismatches == 0 ? "OK" : "MISMATCH");
  return mismatches == 0 ? 0 : 1;
}
