// Streams and events hold memory of the device until they are destroyed.
// expect: policy
#include <cstdio>

std::size_t free_bytes() {
  std::size_t free = 0, total = 0;
  cudaMemGetInfo(&free, &total);
  return free;
}

int main() {
  const std::size_t before = free_bytes();
  cudaStream_t streams[2];
  cudaEvent_t event;
  cudaStreamCreate(&streams[0]);
  const std::size_t with_one = free_bytes();
  cudaStreamCreateWithFlags(&streams[1], cudaStreamNonBlocking);
  const std::size_t with_two = free_bytes();
  cudaEventCreate(&event);
  const std::size_t with_event = free_bytes();
  const bool taken = with_one < before && with_two < with_one && with_event < with_two;
  cudaEventDestroy(event);
  for (cudaStream_t stream : streams) cudaStreamDestroy(stream);
  const bool given_back = free_bytes() == before;

  cudaStreamCreate(&streams[0]);
  cudaEventCreate(&event);
  cudaDeviceReset();  // <- policy
  const bool given_back_by_reset = free_bytes() == before;
  std::printf("%d %d %d\n", taken, given_back, given_back_by_reset);
  return taken && given_back && given_back_by_reset ? 0 : 1;
}
