// Directions and ranges of copies and fills; measured on an H200 with CUDA 13.0.
// expect: cuda_error
#include <cstdio>

static int mismatches = 0;

static void expect(const char* what, long long got, long long due) {
  if (got == due) return;
  ++mismatches;
  std::printf("%s: got %lld, due %lld\n", what, got, due);
}
#define EXPECT(what, due) expect(#what, static_cast<long long>(what), due)
int main() {
  char *d = nullptr, *other = nullptr, *pinned = nullptr, *managed = nullptr;
  char host[4200] = {}, host2[64] = {};
  EXPECT(cudaMalloc(&d, 4096), cudaSuccess);
  EXPECT(cudaMalloc(&other, 4096), cudaSuccess);
  EXPECT(cudaMallocHost(&pinned, 4096), cudaSuccess);
  EXPECT(cudaMallocManaged(&managed, 4096), cudaSuccess);
  EXPECT(cudaMemset(d, 1, 4096), cudaSuccess);
  EXPECT(cudaMemset(other, 2, 4096), cudaSuccess);
  EXPECT(cudaMemset(pinned, 3, 4096), cudaSuccess);
  EXPECT(cudaMemset(managed, 4, 4096), cudaSuccess);

  const cudaError_t wrong = cudaErrorInvalidValue;
  EXPECT(cudaMemcpy(d, host, 64, cudaMemcpyHostToDevice), cudaSuccess);
  EXPECT(cudaMemcpy(host, d, 64, cudaMemcpyDeviceToHost), cudaSuccess);
  EXPECT(cudaMemcpy(d, host, 64, cudaMemcpyDeviceToHost), wrong);
  EXPECT(cudaMemcpy(host, d, 64, cudaMemcpyHostToDevice), wrong);
  EXPECT(cudaMemcpy(d, host, 64, cudaMemcpyDeviceToDevice), wrong);
  EXPECT(cudaMemcpy(host, d, 64, cudaMemcpyDeviceToDevice), wrong);
  EXPECT(cudaMemcpy(host, host2, 64, cudaMemcpyHostToDevice), wrong);
  EXPECT(cudaMemcpy(host, host2, 64, cudaMemcpyDeviceToHost), wrong);
  EXPECT(cudaMemcpy(host, host2, 64, cudaMemcpyDeviceToDevice), wrong);
  EXPECT(cudaMemcpy(host, host2, 64, cudaMemcpyHostToHost), cudaSuccess);
  EXPECT(cudaMemcpy(host, host2, 64, cudaMemcpyDefault), cudaSuccess);
  EXPECT(cudaMemcpy(host, d, 64, cudaMemcpyDefault), cudaSuccess);
  EXPECT(cudaMemcpy(d, host, 64, cudaMemcpyDefault), cudaSuccess);
  EXPECT(cudaMemcpy(d, other, 64, cudaMemcpyHostToDevice), cudaSuccess);
  EXPECT(cudaMemcpy(d, other, 64, cudaMemcpyDeviceToHost), cudaSuccess);
  EXPECT(cudaMemcpy(pinned, host, 64, cudaMemcpyHostToDevice), cudaSuccess);
  EXPECT(cudaMemcpy(pinned, host, 64, cudaMemcpyDeviceToHost), wrong);
  EXPECT(cudaMemcpy(host, pinned, 64, cudaMemcpyDeviceToHost), cudaSuccess);
  EXPECT(cudaMemcpy(pinned, d, 64, cudaMemcpyDeviceToDevice), cudaSuccess);
  EXPECT(cudaMemcpy(managed, host, 64, cudaMemcpyHostToDevice), cudaSuccess);
  EXPECT(cudaMemcpy(managed, host, 64, cudaMemcpyHostToHost), cudaSuccess);
  EXPECT(cudaMemcpy(managed, host, 64, cudaMemcpyDeviceToHost), wrong);

  const auto no_kind = static_cast<cudaMemcpyKind>(7);
  EXPECT(cudaMemcpy(d, host, 4, no_kind), cudaErrorInvalidMemcpyDirection);
  EXPECT(cudaMemcpyAsync(d, host, 4, no_kind), cudaErrorInvalidMemcpyDirection);
  EXPECT(cudaMemcpy(d, host, 0, no_kind), cudaSuccess);
  EXPECT(cudaMemcpy(nullptr, nullptr, 0, cudaMemcpyHostToDevice), cudaSuccess);
  EXPECT(cudaMemcpy(nullptr, host, 4, cudaMemcpyHostToDevice), wrong);
  EXPECT(cudaMemcpy(d, nullptr, 4, cudaMemcpyHostToDevice), wrong);
  EXPECT(cudaMemcpy(d, host, 4097, cudaMemcpyHostToDevice), wrong);
  EXPECT(cudaMemcpy(d + 4095, host, 2, cudaMemcpyHostToDevice), wrong);
  EXPECT(cudaMemcpy(d + 4095, host, 1, cudaMemcpyHostToDevice), cudaSuccess);
  EXPECT(cudaMemcpyAsync(host, d, 64, cudaMemcpyHostToDevice), wrong);
  EXPECT(cudaMemcpyAsync(nullptr, host, 4, cudaMemcpyHostToDevice), wrong);

  EXPECT(cudaMemset(nullptr, 0, 0), cudaSuccess);
  EXPECT(cudaMemset(nullptr, 0, 4), wrong);
  EXPECT(cudaMemset(host, 0, 4), wrong);
  EXPECT(cudaMemset(d, 0, 4097), wrong);

  EXPECT(cudaFree(other), cudaSuccess);
  EXPECT(cudaMemcpy(other, host, 64, cudaMemcpyHostToDevice), wrong);
  EXPECT(cudaMemset(other, 0, 64), wrong);

  // The last error stays until somebody asks for it.
  EXPECT(cudaMemcpy(d, host, 64, cudaMemcpyHostToDevice), cudaSuccess);
  EXPECT(cudaPeekAtLastError(), wrong);
  EXPECT(cudaGetLastError(), wrong);
  EXPECT(cudaGetLastError(), cudaSuccess);
  EXPECT(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT(cudaFree(d), cudaSuccess);
  EXPECT(cudaFree(managed), cudaSuccess);
  EXPECT(cudaFreeHost(pinned), cudaSuccess);
  std::puts(mismatches == 0 ? "OK" : "MISMATCH");
  return mismatches == 0 ? 0 : 1;
}
