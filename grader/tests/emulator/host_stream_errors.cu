// Handles and states of streams and events (H200, CUDA 13.0).
// expect: cuda_error
#include <cstdio>

static int mismatches = 0;

static void expect(const char* what, long long got, long long due) {
  if (got == due) return;
  ++mismatches;
  std::printf("%s: got %lld, due %lld\n", what, got, due);
}
#define EXPECT(what, due) expect(#what, static_cast<long long>(what), due)
__global__ void spin(long long nanoseconds) {
  const long long begin = clock64();
  while (clock64() - begin < nanoseconds) {
  }
}

static int in_host_function = -1;
static void call_the_api(void*) {
  void* p = nullptr;
  in_host_function = static_cast<int>(cudaMalloc(&p, 4));
}

int main() {
  const cudaError_t handle = cudaErrorInvalidResourceHandle, value = cudaErrorInvalidValue;
  cudaStream_t stream, prior;
  cudaEvent_t start, end, untimed;
  float ms = -1;
  EXPECT(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
  EXPECT(cudaEventCreate(&start), cudaSuccess);
  EXPECT(cudaEventCreate(&end), cudaSuccess);
  EXPECT(cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming), cudaSuccess);

  EXPECT(cudaEventQuery(start), cudaSuccess);
  EXPECT(cudaEventSynchronize(start), cudaSuccess);
  EXPECT(cudaStreamWaitEvent(stream, start, 0), cudaSuccess);
  EXPECT(cudaEventElapsedTime(&ms, start, end), handle);
  EXPECT(cudaEventRecord(start, stream), cudaSuccess);
  spin<<<1, 1, 0, stream>>>(20000000);
  EXPECT(cudaEventRecord(end, stream), cudaSuccess);
  EXPECT(cudaGetLastError(), handle);
  EXPECT(cudaEventElapsedTime(&ms, start, end), cudaErrorNotReady);
  EXPECT(cudaGetLastError(), cudaSuccess);
  EXPECT(cudaStreamQuery(nullptr), cudaSuccess);
  EXPECT(cudaEventSynchronize(end), cudaSuccess);
  EXPECT(cudaEventElapsedTime(&ms, start, end), cudaSuccess);
  EXPECT(ms > 1 && ms < 10000, true);
  EXPECT(cudaEventElapsedTime(&ms, end, start), cudaSuccess);
  EXPECT(ms < 0, true);
  EXPECT(cudaEventRecord(untimed, stream), cudaSuccess);
  EXPECT(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT(cudaEventElapsedTime(&ms, start, untimed), handle);
  EXPECT(cudaEventElapsedTime(nullptr, start, end), value);
  EXPECT(cudaEventElapsedTime(&ms, nullptr, end), handle);

  EXPECT(cudaEventRecord(nullptr, stream), handle);
  EXPECT(cudaEventQuery(nullptr), handle);
  EXPECT(cudaEventDestroy(nullptr), handle);
  EXPECT(cudaStreamDestroy(nullptr), handle);
  EXPECT(cudaStreamDestroy(cudaStreamLegacy), handle);
  EXPECT(cudaStreamWaitEvent(stream, nullptr, 0), handle);
  EXPECT(cudaStreamWaitEvent(stream, start, 7), value);
  EXPECT(cudaStreamCreate(nullptr), value);
  EXPECT(cudaStreamCreateWithFlags(&prior, 2), value);
  EXPECT(cudaEventCreateWithFlags(&untimed, 0x10), value);
  EXPECT(cudaLaunchHostFunc(stream, nullptr, nullptr), value);
  EXPECT(cudaStreamAddCallback(stream, nullptr, nullptr, 0), value);

  int priority = 9, least = 9, greatest = 9;
  unsigned flags = 9;
  EXPECT(cudaDeviceGetStreamPriorityRange(&least, &greatest), cudaSuccess);
  EXPECT(least == 0 && greatest == -5, true);
  EXPECT(cudaStreamCreateWithPriority(&prior, 0, -99), cudaSuccess);
  EXPECT(cudaStreamGetPriority(prior, &priority), cudaSuccess);
  EXPECT(priority, greatest);
  EXPECT(cudaStreamGetFlags(stream, &flags), cudaSuccess);
  EXPECT(flags, cudaStreamNonBlocking);
  EXPECT(cudaStreamSynchronize(cudaStreamLegacy), cudaSuccess);
  EXPECT(cudaStreamSynchronize(cudaStreamPerThread), cudaSuccess);

  EXPECT(cudaLaunchHostFunc(stream, call_the_api, nullptr), cudaSuccess);
  EXPECT(cudaStreamSynchronize(stream), cudaSuccess);
  EXPECT(in_host_function, cudaErrorNotPermitted);
  EXPECT(cudaStreamDestroy(stream), cudaSuccess);
  EXPECT(cudaEventDestroy(start), cudaSuccess);
  std::puts(mismatches == 0 ? "OK" : "MISMATCH");
  return mismatches == 0 ? 0 : 1;
}
