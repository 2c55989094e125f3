// Pinned, registered and managed memory, and what a pointer is (H200, CUDA 13.0).
// expect: cuda_error
#include <cstdio>
#include <cstdlib>

static int mismatches = 0;

static void expect(const char* what, long long got, long long due) {
  if (got == due) return;
  ++mismatches;
  std::printf("%s: got %lld, due %lld\n", what, got, due);
}
#define EXPECT(what, due) expect(#what, static_cast<long long>(what), due)
__device__ int symbol;

__global__ void increment(int* data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] += 1;
}

static void increment_and_compare(const char* what, int* data, int n) {
  for (int k = 0; k < n; ++k) data[k] = 3 * k;
  increment<<<(n + 31) / 32, 32>>>(data, n);
  EXPECT(cudaDeviceSynchronize(), cudaSuccess);
  for (int k = 0; k < n; ++k) expect(what, data[k], 3 * k + 1);
}

static int type_of(const void* p) {
  cudaPointerAttributes attributes;
  EXPECT(cudaPointerGetAttributes(&attributes, p), cudaSuccess);
  const bool known = attributes.type != cudaMemoryTypeUnregistered;
  EXPECT(attributes.device, known ? 0 : cudaInvalidDeviceId);
  EXPECT(attributes.devicePointer == (known ? p : nullptr), true);
  EXPECT(attributes.hostPointer == (attributes.type == cudaMemoryTypeDevice ? nullptr : p), true);
  return attributes.type;
}

int main() {
  const int n = 100;
  const std::size_t bytes = n * sizeof(int);
  int *pinned = nullptr, *managed = nullptr, *device = nullptr, *mapped = nullptr;
  EXPECT(cudaHostAlloc(&pinned, bytes, cudaHostAllocMapped), cudaSuccess);
  EXPECT(cudaMallocManaged(&managed, bytes), cudaSuccess);
  EXPECT(cudaMalloc(&device, bytes), cudaSuccess);
  increment_and_compare("managed", managed, n);
  EXPECT(cudaHostGetDevicePointer(&mapped, pinned, 0), cudaSuccess);
  EXPECT(mapped == pinned, true);
  increment_and_compare("pinned", pinned, n);

  int* own = static_cast<int*>(std::malloc(bytes));
  const unsigned no_flag = 0x80;
  EXPECT(cudaHostRegister(own, bytes, no_flag), cudaErrorInvalidValue);
  EXPECT(cudaHostRegister(own, 0, 0), cudaErrorInvalidValue);
  EXPECT(cudaHostRegister(nullptr, bytes, 0), cudaErrorInvalidValue);
  EXPECT(cudaHostRegister(own, bytes, cudaHostRegisterDefault), cudaSuccess);
  EXPECT(cudaHostRegister(own, bytes, 0), cudaErrorHostMemoryAlreadyRegistered);
  increment_and_compare("registered", own, n);
  unsigned flags = 0;
  EXPECT(cudaHostGetFlags(&flags, own), cudaSuccess);
  EXPECT(flags, cudaHostAllocMapped);
  EXPECT(type_of(own), cudaMemoryTypeHost);
  EXPECT(cudaFreeHost(own), cudaErrorInvalidValue);
  EXPECT(cudaHostUnregister(own + 2), cudaErrorInvalidValue);
  EXPECT(cudaHostUnregister(own), cudaSuccess);
  EXPECT(cudaHostUnregister(own), cudaErrorHostMemoryNotRegistered);
  EXPECT(cudaHostRegister(pinned, bytes, 0), cudaErrorInvalidValue);
  EXPECT(cudaHostRegister(device, bytes, 0), cudaErrorInvalidValue);
  EXPECT(cudaHostGetDevicePointer(&mapped, own, 0), cudaErrorInvalidValue);
  EXPECT(cudaHostGetDevicePointer(&mapped, pinned, 1), cudaErrorInvalidValue);

  void* of_symbol = nullptr;
  EXPECT(cudaGetSymbolAddress(&of_symbol, symbol), cudaSuccess);
  EXPECT(type_of(nullptr), cudaMemoryTypeUnregistered);
  EXPECT(type_of(own), cudaMemoryTypeUnregistered);
  EXPECT(type_of(pinned + 1), cudaMemoryTypeHost);
  EXPECT(type_of(device + 1), cudaMemoryTypeDevice);
  EXPECT(type_of(managed), cudaMemoryTypeManaged);
  EXPECT(type_of(of_symbol), cudaMemoryTypeDevice);
  EXPECT(cudaFree(device), cudaSuccess);
  EXPECT(type_of(device), cudaMemoryTypeUnregistered);

#if CUDART_VERSION >= 13000
  const cudaMemLocation here = {cudaMemLocationTypeDevice, 0};
  const cudaMemLocation nowhere = {cudaMemLocationTypeDevice, 7};
  EXPECT(cudaMemPrefetchAsync(managed, bytes, here, 0), cudaSuccess);
  EXPECT(cudaMemPrefetchAsync(managed, bytes, nowhere, 0), cudaErrorInvalidDevice);
  EXPECT(cudaMemPrefetchAsync(managed, 8192, here, 0), cudaErrorInvalidValue);
  EXPECT(cudaMemPrefetchAsync(pinned, bytes, here, 0), cudaErrorInvalidValue);
  EXPECT(cudaMemAdvise(managed, bytes, cudaMemAdviseSetReadMostly, here), cudaSuccess);
  EXPECT(cudaMemAdvise(managed, bytes, static_cast<cudaMemoryAdvise>(44), here),
         cudaErrorInvalidValue);
#endif
  EXPECT(cudaFree(managed), cudaSuccess);
  EXPECT(cudaFreeHost(pinned), cudaSuccess);
  std::free(own);
  std::puts(mismatches == 0 ? "OK" : "MISMATCH");
  return mismatches == 0 ? 0 : 1;
}
