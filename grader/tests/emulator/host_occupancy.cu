// Occupancy queries and what is known of a kernel; values of compute capability 9.0.
// expect: cuda_error
#include <cstdio>

static int mismatches = 0;

static void expect(const char* what, long long got, long long due) {
  if (got == due) return;
  ++mismatches;
  std::printf("%s: got %lld, due %lld\n", what, got, due);
}
#define EXPECT(what, due) expect(#what, static_cast<long long>(what), due)
__global__ void empty() {}
__global__ void __launch_bounds__(128) bounded() {}
__global__ void shared_16k(int* out) {
  __shared__ int values[4096];
  values[threadIdx.x] = 1;
  __syncthreads();
  if (out != nullptr) out[threadIdx.x] = values[threadIdx.x];
}

template <class Kernel>
static int active_blocks(Kernel kernel, int block, std::size_t shared = 0) {
  int blocks = -1;
  EXPECT(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, block, shared),
         cudaSuccess);
  return blocks;
}

int main() {
  EXPECT(active_blocks(empty, 1024), 2);
  EXPECT(active_blocks(empty, 1000), 2);
  EXPECT(active_blocks(empty, 672), 3);
  EXPECT(active_blocks(empty, 256), 8);
  EXPECT(active_blocks(empty, 32), 32);
  EXPECT(active_blocks(empty, 1025), 0);
  EXPECT(active_blocks(empty, 32, 49153), 0);
  EXPECT(active_blocks(shared_16k, 32), 13);
  EXPECT(active_blocks(bounded, 128), 16);
  EXPECT(active_blocks(bounded, 256), 8);
  int blocks = 0;
  EXPECT(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, empty, 0, 0),
         cudaErrorInvalidValue);
  EXPECT(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, empty, -1, 0),
         cudaErrorInvalidValue);
  EXPECT(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, static_cast<void*>(nullptr), 32, 0),
         cudaErrorInvalidDeviceFunction);

  int multiprocessors = 0, grid = 0, block = 0;
  EXPECT(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0), cudaSuccess);
  EXPECT(cudaOccupancyMaxPotentialBlockSize(&grid, &block, empty), cudaSuccess);
  EXPECT(grid == 2 * multiprocessors && block == 1024, true);
  EXPECT(cudaOccupancyMaxPotentialBlockSize(&grid, &block, bounded, 0, 0), cudaSuccess);
  EXPECT(grid == 16 * multiprocessors && block == 128, true);
  EXPECT(cudaOccupancyMaxPotentialBlockSize(&grid, &block, empty, 0, 256), cudaSuccess);
  EXPECT(grid == 8 * multiprocessors && block == 256, true);
  EXPECT(cudaOccupancyMaxPotentialBlockSize(&grid, &block, empty, 60000), cudaSuccess);
  EXPECT(grid == 0 && block == 0, true);

  cudaFuncAttributes of_shared, of_bounded;
  EXPECT(cudaFuncGetAttributes(&of_shared, shared_16k), cudaSuccess);
  EXPECT(of_shared.sharedSizeBytes, 16384);
  EXPECT(of_shared.maxThreadsPerBlock, 1024);
  EXPECT(of_shared.maxDynamicSharedSizeBytes, 32768);
  EXPECT(cudaFuncGetAttributes(&of_bounded, (const void*)bounded), cudaSuccess);
  EXPECT(of_bounded.sharedSizeBytes, 0);
  EXPECT(of_bounded.maxThreadsPerBlock, 128);
  EXPECT(of_bounded.maxDynamicSharedSizeBytes, 49152);
  EXPECT(cudaFuncSetAttribute(shared_16k, cudaFuncAttributeMaxDynamicSharedMemorySize, 100000),
         cudaSuccess);
  EXPECT(active_blocks(shared_16k, 128, 100000), 1);
  EXPECT(cudaFuncGetAttributes(&of_shared, shared_16k), cudaSuccess);
  EXPECT(of_shared.maxDynamicSharedSizeBytes, 100000);
  std::puts(mismatches == 0 ? "OK" : "MISMATCH");
  return mismatches == 0 ? 0 : 1;
}
