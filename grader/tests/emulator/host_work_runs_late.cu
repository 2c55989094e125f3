// The emulator alone: work that nobody waits for has not run, so a missing wait shows every time.
// Two of these calls touch what another stream uses.
// expect: stream_order
#include <cstdio>

static int mismatches = 0;

static void expect(const char* what, long long got, long long due) {
  if (got == due) return;
  ++mismatches;
  std::printf("%s: got %lld, due %lld\n", what, got, due);
}
#define EXPECT(what, due) expect(#what, static_cast<long long>(what), due)
__global__ void set_kernel(int* data, int value) { *data = value; }  // <- stream_order

int main() {
  int *pinned = nullptr, *managed = nullptr, *d = nullptr, got = -1;
  cudaStream_t side;
  cudaEvent_t event;
  EXPECT(cudaStreamCreateWithFlags(&side, cudaStreamNonBlocking), cudaSuccess);
  EXPECT(cudaEventCreate(&event), cudaSuccess);
  EXPECT(cudaMallocHost(&pinned, sizeof(int)), cudaSuccess);
  EXPECT(cudaMallocManaged(&managed, sizeof(int)), cudaSuccess);
  EXPECT(cudaMalloc(&d, sizeof(int)), cudaSuccess);
  *pinned = *managed = 1;
  EXPECT(cudaMemset(d, 0, sizeof(int)), cudaSuccess);

  set_kernel<<<1, 1>>>(managed, 2);
  EXPECT(*managed, 1);
  EXPECT(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT(*managed, 2);

  // A copy in the default stream does not wait for a stream that blocks nobody.
  set_kernel<<<1, 1, 0, side>>>(d, 3);
  EXPECT(cudaMemcpy(&got, d, sizeof got, cudaMemcpyDeviceToHost), cudaSuccess);  // <- stream_order
  EXPECT(got, 0);
  EXPECT(cudaEventRecord(event, side), cudaSuccess);
  EXPECT(cudaEventSynchronize(event), cudaSuccess);
  EXPECT(cudaMemcpy(&got, d, sizeof got, cudaMemcpyDeviceToHost), cudaSuccess);
  EXPECT(got, 3);

  // A copy to pinned memory, and one inside the device, let the host go on.
  EXPECT(cudaMemcpyAsync(pinned, d, sizeof(int), cudaMemcpyDeviceToHost, side), cudaSuccess);
  EXPECT(*pinned, 1);
  EXPECT(cudaStreamSynchronize(side), cudaSuccess);
  EXPECT(*pinned, 3);
  EXPECT(cudaMemcpy(managed, d, sizeof(int), cudaMemcpyDeviceToDevice), cudaSuccess);  // <- stream_order
  EXPECT(*managed, 2);
  // A wait for the default stream is one for blocking streams too; not for others.
  set_kernel<<<1, 1, 0, side>>>(managed, 4);
  EXPECT(cudaStreamSynchronize(nullptr), cudaSuccess);
  EXPECT(*managed, 3);
  // cudaFree waits for all.
  EXPECT(cudaFree(d), cudaSuccess);
  EXPECT(*managed, 4);

  // Copies from pageable memory are staged; a polling loop sees work unfinished, then done.
  EXPECT(cudaMalloc(&d, sizeof(int)), cudaSuccess);
  int source = 5;
  EXPECT(cudaMemcpyAsync(d, &source, sizeof source, cudaMemcpyHostToDevice, side), cudaSuccess);
  source = 6;
  EXPECT(cudaStreamQuery(side), cudaErrorNotReady);
  EXPECT(cudaStreamQuery(side), cudaSuccess);
  EXPECT(cudaMemcpy(&got, d, sizeof got, cudaMemcpyDeviceToHost), cudaSuccess);
  EXPECT(got, 5);

  // Not more than 1024 pieces of work wait.
  EXPECT(cudaMemset(managed, 0, sizeof(int)), cudaSuccess);
  for (int k = 1; k <= 1024; ++k) set_kernel<<<1, 1, 0, side>>>(managed, k);
  EXPECT(*managed, 0);
  set_kernel<<<1, 1, 0, side>>>(managed, 5000);
  EXPECT(*managed, 1);
  EXPECT(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT(*managed, 5000);
  std::puts(mismatches == 0 ? "OK" : "MISMATCH");
  return mismatches == 0 ? 0 : 1;
}
