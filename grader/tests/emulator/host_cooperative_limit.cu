// A cooperative grid is as large as what the card holds at once, and no larger.
// expect: cuda_error
#include <cooperative_groups.h>

#include <cstdio>

static int mismatches = 0;

static void expect(const char* what, long long got, long long due) {
  if (got == due) return;
  ++mismatches;
  std::printf("%s: got %lld, due %lld\n", what, got, due);
}
#define EXPECT(what, due) expect(#what, static_cast<long long>(what), due)
__global__ void count_kernel(unsigned* arrived, unsigned* seen) {
  extern __shared__ char scratch[];
  scratch[threadIdx.x] = 0;
  if (threadIdx.x == 0) atomicAdd(arrived, 1u);
  cooperative_groups::this_grid().sync();
  if (threadIdx.x == 0) seen[blockIdx.x] = atomicAdd(arrived, 0u);
}

int main() {
  int multiprocessors = 0, supported = 0, per_multiprocessor = 0;
  EXPECT(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0), cudaSuccess);
  EXPECT(cudaDeviceGetAttribute(&supported, cudaDevAttrCooperativeLaunch, 0), cudaSuccess);
  EXPECT(supported, 1);
  for (const int block : {256, 1024}) {
    for (const std::size_t shared : {std::size_t{1024}, std::size_t{40000}}) {
      EXPECT(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_multiprocessor, count_kernel, block,
                                                           shared),
             cudaSuccess);
      EXPECT(per_multiprocessor > 0, true);
      const int grid = per_multiprocessor * multiprocessors;
      unsigned *arrived = nullptr, *seen = nullptr;
      EXPECT(cudaMalloc(&arrived, sizeof(unsigned)), cudaSuccess);
      EXPECT(cudaMalloc(&seen, grid * sizeof(unsigned)), cudaSuccess);
      EXPECT(cudaMemset(arrived, 0, sizeof(unsigned)), cudaSuccess);
      void* arguments[] = {&arrived, &seen};
      EXPECT(cudaLaunchCooperativeKernel((void*)count_kernel, grid, block, arguments, shared, 0),
             cudaSuccess);
      unsigned last = 0;
      EXPECT(cudaMemcpy(&last, seen + grid - 1, sizeof last, cudaMemcpyDeviceToHost), cudaSuccess);
      EXPECT(last, grid);
      EXPECT(cudaLaunchCooperativeKernel(count_kernel, grid + 1, block, arguments, shared),
             cudaErrorCooperativeLaunchTooLarge);
      EXPECT(cudaGetLastError(), cudaErrorCooperativeLaunchTooLarge);
      EXPECT(cudaFree(arrived), cudaSuccess);
      EXPECT(cudaFree(seen), cudaSuccess);
    }
  }
  std::puts(mismatches == 0 ? "OK" : "MISMATCH");
  return mismatches == 0 ? 0 : 1;
}
