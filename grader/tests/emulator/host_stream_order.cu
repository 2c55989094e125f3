// What CUDA promises of order: within a stream, through events, around the default stream.
#include <cstdio>

static int mismatches = 0;

static void expect(const char* what, long long got, long long due) {
  if (got == due) return;
  ++mismatches;
  std::printf("%s: got %lld, due %lld\n", what, got, due);
}
#define EXPECT(what, due) expect(#what, static_cast<long long>(what), due)
__global__ void append(int* data, int digit) { *data = *data * 10 + digit; }
__global__ void spin(long long nanoseconds) {
  const long long begin = clock64();
  while (clock64() - begin < nanoseconds) {
  }
}

static int read(const int* d) {
  int value = -1;
  EXPECT(cudaMemcpy(&value, d, sizeof value, cudaMemcpyDeviceToHost), cudaSuccess);
  EXPECT(cudaMemset(const_cast<int*>(d), 0, sizeof value), cudaSuccess);
  EXPECT(cudaDeviceSynchronize(), cudaSuccess);
  return value;
}

static void append_host(void* data) {
  int* const value = static_cast<int*>(data);
  *value = *value * 10 + 9;
}
static void append_callback(cudaStream_t, cudaError_t status, void* data) {
  int* const value = static_cast<int*>(data);
  *value = *value * 10 + (status == cudaSuccess ? 8 : 0);
}

int main() {
  int *d = nullptr, *pinned = nullptr;
  EXPECT(cudaMalloc(&d, sizeof(int)), cudaSuccess);
  EXPECT(cudaMallocHost(&pinned, sizeof(int)), cudaSuccess);
  EXPECT(cudaMemset(d, 0, sizeof(int)), cudaSuccess);
  cudaStream_t blocking, other, free_one, more_free;
  cudaEvent_t event;
  EXPECT(cudaStreamCreate(&blocking), cudaSuccess);
  EXPECT(cudaStreamCreateWithPriority(&other, cudaStreamDefault, -1), cudaSuccess);
  EXPECT(cudaStreamCreateWithFlags(&free_one, cudaStreamNonBlocking), cudaSuccess);
  EXPECT(cudaStreamCreateWithFlags(&more_free, cudaStreamNonBlocking), cudaSuccess);
  EXPECT(cudaEventCreateWithFlags(&event, cudaEventDisableTiming), cudaSuccess);
  EXPECT(cudaDeviceSynchronize(), cudaSuccess);

  for (int digit = 1; digit <= 5; ++digit) append<<<1, 1, 0, free_one>>>(d, digit);
  EXPECT(cudaStreamSynchronize(free_one), cudaSuccess);
  EXPECT(read(d), 12345);

  // The default stream waits for blocking streams, and they for it.
  spin<<<1, 1, 0, blocking>>>(1000000);
  append<<<1, 1, 0, blocking>>>(d, 1);
  append<<<1, 1>>>(d, 2);
  append<<<1, 1, 0, other>>>(d, 3);
  append<<<1, 1, 0, cudaStreamLegacy>>>(d, 4);
  append<<<1, 1, 0, cudaStreamPerThread>>>(d, 5);
  append<<<1, 1>>>(d, 6);
  EXPECT(read(d), 123456);

  // Streams that block nobody meet through events alone.
  spin<<<1, 1, 0, free_one>>>(1000000);
  append<<<1, 1, 0, free_one>>>(d, 1);
  EXPECT(cudaEventRecord(event, free_one), cudaSuccess);
  EXPECT(cudaStreamWaitEvent(more_free, event, 0), cudaSuccess);
  append<<<1, 1, 0, more_free>>>(d, 2);
  EXPECT(cudaEventRecord(event, more_free), cudaSuccess);  // the wait above keeps the first record
  EXPECT(cudaStreamWaitEvent(free_one, event, 0), cudaSuccess);
  append<<<1, 1, 0, free_one>>>(d, 3);
  EXPECT(cudaStreamSynchronize(free_one), cudaSuccess);
  EXPECT(read(d), 123);

  // The host's functions and copies take their turn.
  *pinned = 0;
  append<<<1, 1, 0, free_one>>>(d, 7);
  EXPECT(cudaMemcpyAsync(pinned, d, sizeof(int), cudaMemcpyDeviceToHost, free_one), cudaSuccess);
  EXPECT(cudaLaunchHostFunc(free_one, append_host, pinned), cudaSuccess);
  EXPECT(cudaStreamAddCallback(free_one, append_callback, pinned, 0), cudaSuccess);
  EXPECT(cudaMemcpyAsync(d, pinned, sizeof(int), cudaMemcpyHostToDevice, free_one), cudaSuccess);
  append<<<1, 1, 0, free_one>>>(d, 6);
  EXPECT(cudaEventRecord(event, free_one), cudaSuccess);
  EXPECT(cudaEventSynchronize(event), cudaSuccess);
  EXPECT(*pinned, 798);
  EXPECT(read(d), 7986);

  // A copy from pageable memory takes the bytes at the call; work of a destroyed stream still runs.
  int source = 40;
  EXPECT(cudaMemcpyAsync(d, &source, sizeof source, cudaMemcpyHostToDevice, other), cudaSuccess);
  source = 50;
  append<<<1, 1, 0, other>>>(d, 2);
  EXPECT(cudaStreamDestroy(other), cudaSuccess);
  EXPECT(read(d), 402);

  // Polling ends.
  spin<<<1, 1, 0, free_one>>>(1000000);
  append<<<1, 1, 0, free_one>>>(d, 3);
  EXPECT(cudaStreamQuery(free_one), cudaErrorNotReady);
  EXPECT(cudaGetLastError(), cudaSuccess);
  while (cudaStreamQuery(free_one) == cudaErrorNotReady) {
  }
  EXPECT(read(d), 3);

  for (cudaStream_t stream : {blocking, free_one, more_free})
    EXPECT(cudaStreamDestroy(stream), cudaSuccess);
  EXPECT(cudaEventDestroy(event), cudaSuccess);
  EXPECT(cudaFree(d), cudaSuccess);
  EXPECT(cudaFreeHost(pinned), cudaSuccess);
  std::puts(mismatches == 0 ? "OK" : "MISMATCH");
  return mismatches == 0 ? 0 : 1;
}
