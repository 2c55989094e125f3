// Memory in stream order (H200, CUDA 13.0).
// expect: cuda_error
#include <cstdio>

static int mismatches = 0;

static void expect(const char* what, long long got, long long due) {
  if (got == due) return;
  ++mismatches;
  std::printf("%s: got %lld, due %lld\n", what, got, due);
}
#define EXPECT(what, due) expect(#what, static_cast<long long>(what), due)
__global__ void fill_kernel(int* data, int value) { data[threadIdx.x] = value; }

int main() {
  cudaStream_t stream;
  int *a = nullptr, *b = nullptr, got[32] = {};
  EXPECT(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
  EXPECT(cudaMallocAsync(&a, sizeof got, stream), cudaSuccess);
  fill_kernel<<<1, 32, 0, stream>>>(a, 5);
  EXPECT(cudaMallocAsync(&b, sizeof got, stream), cudaSuccess);
  EXPECT(cudaMemcpyAsync(b, a, sizeof got, cudaMemcpyDeviceToDevice, stream), cudaSuccess);
  EXPECT(cudaFreeAsync(a, stream), cudaSuccess);
  EXPECT(cudaMemcpyAsync(got, b, sizeof got, cudaMemcpyDeviceToHost, stream), cudaSuccess);
  EXPECT(cudaFreeAsync(b, stream), cudaSuccess);
  EXPECT(cudaStreamSynchronize(stream), cudaSuccess);
  for (const int value : got) expect("got", value, 5);
  EXPECT(cudaFreeAsync(a, stream), cudaErrorInvalidValue);

  void *p = got, *twice = nullptr;
  EXPECT(cudaMallocAsync(&p, 0, stream), cudaSuccess);
  EXPECT(p == nullptr, true);
  EXPECT(cudaMallocAsync(&p, std::size_t{1} << 50, stream), cudaErrorMemoryAllocation);
  EXPECT(cudaMallocAsync(&twice, 64, stream), cudaSuccess);
  EXPECT(cudaFreeAsync(twice, stream), cudaSuccess);
  EXPECT(cudaFreeAsync(twice, stream), cudaErrorInvalidValue);
  EXPECT(cudaFreeAsync(nullptr, stream), cudaSuccess);
  EXPECT(cudaFreeAsync(got, stream), cudaErrorInvalidValue);
  EXPECT(cudaMalloc(&p, 64), cudaSuccess);
  EXPECT(cudaFreeAsync(static_cast<char*>(p) + 8, stream), cudaErrorInvalidValue);
  EXPECT(cudaFreeAsync(p, stream), cudaSuccess);
  EXPECT(cudaMallocAsync(&p, 64, stream), cudaSuccess);
  EXPECT(cudaFree(p), cudaSuccess);

  cudaMemPool_t pool;
  unsigned long long value = 1;
  EXPECT(cudaDeviceGetDefaultMemPool(&pool, 0), cudaSuccess);
  EXPECT(cudaDeviceGetDefaultMemPool(&pool, 9), cudaErrorInvalidDevice);
  EXPECT(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &value), cudaSuccess);
  EXPECT(value, 0);
  value = ~0ull;
  EXPECT(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &value), cudaSuccess);
  value = 0;
  EXPECT(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &value), cudaSuccess);
  EXPECT(value == ~0ull, true);
  EXPECT(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &value),
         cudaErrorInvalidValue);
  EXPECT(cudaStreamSynchronize(stream), cudaSuccess);
  EXPECT(cudaMallocFromPoolAsync(&p, 64, pool, stream), cudaSuccess);
  EXPECT(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &value), cudaSuccess);
  EXPECT(value, 64);
  EXPECT(cudaFreeAsync(p, stream), cudaSuccess);
  EXPECT(cudaMemPoolTrimTo(pool, 0), cudaSuccess);
  EXPECT(cudaStreamDestroy(stream), cudaSuccess);
  EXPECT(cudaDeviceSynchronize(), cudaSuccess);
  std::puts(mismatches == 0 ? "OK" : "MISMATCH");
  return mismatches == 0 ? 0 : 1;
}
