// Memory freed in a stream that does not wait for the copy that uses it.
// expect: stream_order cuda_error
// run: EMU_ORDER=reversed
#include <cstdio>

static int mismatches = 0;

static void expect(const char* what, long long got, long long due) {
  if (got == due) return;
  ++mismatches;
  std::printf("%s: got %lld, due %lld\n", what, got, due);
}
#define EXPECT(what, due) expect(#what, static_cast<long long>(what), due)
int main() {
  cudaStream_t user, freer;
  int* pinned = nullptr;
  void* d = nullptr;
  EXPECT(cudaStreamCreateWithFlags(&user, cudaStreamNonBlocking), cudaSuccess);
  EXPECT(cudaStreamCreateWithFlags(&freer, cudaStreamNonBlocking), cudaSuccess);
  EXPECT(cudaMallocHost(&pinned, sizeof(int)), cudaSuccess);
  EXPECT(cudaMallocAsync(&d, sizeof(int), freer), cudaSuccess);
  EXPECT(cudaStreamSynchronize(freer), cudaSuccess);
  EXPECT(cudaMemsetAsync(d, 0, sizeof(int), user), cudaSuccess);  // <- stream_order
  EXPECT(cudaFreeAsync(d, freer), cudaSuccess);
  EXPECT(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
  std::puts(mismatches == 0 ? "OK" : "MISMATCH");
  return mismatches == 0 ? 0 : 1;
}
