// What cudaMalloc, cudaFree and their relatives return; measured on an H200 with CUDA 13.0.
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

int main() {
  void* p = nullptr;
  char host[64];

  EXPECT(cudaMalloc(&p, 64), cudaSuccess);
  EXPECT(cudaFree(static_cast<char*>(p) + 16), cudaErrorInvalidValue);
  EXPECT(cudaFree(p), cudaSuccess);
  EXPECT(cudaFree(p), cudaErrorInvalidValue);
  EXPECT(cudaFree(nullptr), cudaSuccess);
  EXPECT(cudaFree(host), cudaErrorInvalidValue);
  EXPECT(cudaGetSymbolAddress(&p, symbol), cudaSuccess);
  EXPECT(cudaFree(p), cudaErrorInvalidValue);

  p = host;
  EXPECT(cudaMalloc(&p, 0), cudaSuccess);
  EXPECT(p == nullptr, true);
  p = host;
  EXPECT(cudaMalloc(&p, std::size_t{1} << 50), cudaErrorMemoryAllocation);
  EXPECT(p == nullptr, true);
  EXPECT(cudaMalloc(static_cast<void**>(nullptr), 4), cudaErrorInvalidValue);

  std::size_t pitch = 0;
  EXPECT(cudaMallocPitch(&p, &pitch, 100, 3), cudaSuccess);
  EXPECT(pitch, 512);
  EXPECT(cudaFree(p), cudaSuccess);
  EXPECT(cudaMallocPitch(&p, &pitch, 513, 3), cudaSuccess);
  EXPECT(pitch, 1024);
  EXPECT(cudaFree(p), cudaSuccess);
  EXPECT(cudaMallocPitch(&p, &pitch, 0, 3), cudaSuccess);
  EXPECT(p == nullptr && pitch == 0, true);

  EXPECT(cudaMallocManaged(&p, 0), cudaSuccess);
  EXPECT(p == nullptr, true);
  EXPECT(cudaMallocManaged(&p, 64, 0), cudaErrorInvalidValue);
  EXPECT(cudaMallocManaged(&p, 64, cudaMemAttachSingle), cudaErrorInvalidValue);
  EXPECT(cudaMallocManaged(&p, 64, cudaMemAttachHost), cudaSuccess);
  EXPECT(cudaFree(p), cudaSuccess);

  void* pinned = nullptr;
  EXPECT(cudaMallocHost(&pinned, 64), cudaSuccess);
  EXPECT(cudaFree(pinned), cudaErrorInvalidValue);
  EXPECT(cudaFreeHost(static_cast<char*>(pinned) + 8), cudaErrorInvalidValue);
  EXPECT(cudaFreeHost(pinned), cudaSuccess);
  EXPECT(cudaFreeHost(nullptr), cudaSuccess);
  EXPECT(cudaFreeHost(host), cudaErrorInvalidValue);
  EXPECT(cudaMallocHost(&p, 0), cudaSuccess);
  EXPECT(p == nullptr, true);
  EXPECT(cudaMallocHost(&p, std::size_t{1} << 50), cudaErrorMemoryAllocation);
  EXPECT(cudaHostAlloc(&p, 64, 0x100), cudaErrorInvalidValue);

  std::size_t free_bytes = 0, total_bytes = 0;
  EXPECT(cudaMemGetInfo(&free_bytes, &total_bytes), cudaSuccess);
  EXPECT(free_bytes > 0 && free_bytes <= total_bytes, true);
  std::puts(mismatches == 0 ? "OK" : "MISMATCH");
  return mismatches == 0 ? 0 : 1;
}
