// Compaction with one atomic for each warp instead of one for each element: the lanes that keep
// their element form a group, its first lane adds for all, and each takes its place by rank.
// 512 elements, a third kept: 171 atomics one by one, and 16 together, one for each warp.
// counter: filter_kernel global_atomic_lanes 171
// counter: filter_by_warps_kernel global_atomic_lanes 16
// counter: filter_by_warps_kernel global_atomic_requests 16
#include <cooperative_groups.h>
#include <cstdio>

namespace cg = cooperative_groups;
constexpr int block_size = 128, blocks = 4, n = block_size * blocks;

__device__ bool keep(int value) { return value % 3 == 0; }

__global__ void filter_kernel(const int* d_in, int* d_out, int* d_count) {
  const int value = d_in[blockIdx.x * block_size + threadIdx.x];
  if (keep(value)) d_out[atomicAdd(d_count, 1)] = value;
}

__global__ void filter_by_warps_kernel(const int* d_in, int* d_out, int* d_count) {
  const int value = d_in[blockIdx.x * block_size + threadIdx.x];
  if (!keep(value)) return;
  const cg::coalesced_group keepers = cg::coalesced_threads();
  int first = 0;
  if (keepers.thread_rank() == 0) first = atomicAdd(d_count, static_cast<int>(keepers.size()));
  d_out[keepers.shfl(first, 0) + static_cast<int>(keepers.thread_rank())] = value;
}

/// The number of elements kept, or -1 where one is kept that should not be.
int count_kept(const int* d_out, const int* d_count) {
  int kept[n] = {}, count = 0;
  cudaMemcpy(&count, d_count, sizeof count, cudaMemcpyDeviceToHost);
  cudaMemcpy(kept, d_out, count * sizeof(int), cudaMemcpyDeviceToHost);
  for (int i = 0; i < count; ++i) {
    if (kept[i] % 3 != 0) return -1;
  }
  return count;
}

int main() {
  int h_in[n], *d_in = nullptr, *d_out = nullptr, *d_counts = nullptr;
  for (int i = 0; i < n; ++i) h_in[i] = i;
  cudaMalloc(&d_in, sizeof h_in);
  cudaMalloc(&d_out, sizeof h_in);
  cudaMalloc(&d_counts, 2 * sizeof(int));
  cudaMemcpy(d_in, h_in, sizeof h_in, cudaMemcpyHostToDevice);
  cudaMemset(d_counts, 0, 2 * sizeof(int));
  filter_kernel<<<blocks, block_size>>>(d_in, d_out, d_counts);
  if (count_kept(d_out, d_counts) != 171) return 1;
  filter_by_warps_kernel<<<blocks, block_size>>>(d_in, d_out, d_counts + 1);
  return count_kept(d_out, d_counts + 1) == 171 ? 0 : 2;
}
