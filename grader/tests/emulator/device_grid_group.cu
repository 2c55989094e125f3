// Block and grid groups of three dimensions: ranks and extents, and a grid-wide barrier.
#include <cooperative_groups.h>
#include <cstdio>

namespace cg = cooperative_groups;

// Each block adds up the one before it in a ring, round after round, with a barrier between.
__global__ void ring_kernel(int* now, int* next, int rounds) {
  cg::grid_group grid = cg::this_grid();
  const unsigned blocks = grid.num_blocks();
  for (int round = 0; round < rounds; round++) {
    if (cg::this_thread_block().thread_rank() == 0) {
      const unsigned b = grid.block_rank();
      next[b] = now[b] + now[(b + blocks - 1) % blocks];
    }
    grid.sync();
    int* const swapped = now;
    now = next;
    next = swapped;
  }
}

__global__ void ranks_kernel(unsigned long long* out) {
  const cg::thread_block block = cg::this_thread_block();
  const cg::grid_group grid = cg::this_grid();
  const dim3 index = block.thread_index(), where = block.group_index();
  const unsigned long long in_block = (index.z * blockDim.y + index.y) * blockDim.x + index.x;
  const unsigned long long block_number = (where.z * gridDim.y + where.y) * gridDim.x + where.x;
  const bool right =
      block.thread_rank() == in_block && block.size() == 24 && block.num_threads() == 24 &&
      block.dim_threads().y == 3 && grid.block_rank() == block_number && grid.size() == 24 * 12 &&
      grid.num_blocks() == 12 && grid.dim_blocks().z == 2 &&
      grid.thread_rank() == block_number * 24 + in_block && cg::group_size(block) == 24 &&
      cg::thread_rank(block) == in_block && grid.block_index().x == where.x;
  out[grid.thread_rank()] = right;
}

int main() {
  const int blocks = 6, rounds = 5;
  int *a = nullptr, *b = nullptr;
  cudaMallocManaged(&a, blocks * sizeof(int));
  cudaMallocManaged(&b, blocks * sizeof(int));
  int due[blocks], next[blocks];
  for (int k = 0; k < blocks; k++) due[k] = a[k] = k * k + 1;
  int count = rounds;
  void* arguments[] = {&a, &b, &count};
  if (cudaLaunchCooperativeKernel((void*)ring_kernel, dim3(blocks), dim3(64), arguments, 0,
                                  nullptr) != cudaSuccess ||
      cudaDeviceSynchronize() != cudaSuccess) {
    std::printf("the cooperative launch failed\n");
    return 1;
  }
  for (int round = 0; round < rounds; round++) {
    for (int k = 0; k < blocks; k++) next[k] = due[k] + due[(k + blocks - 1) % blocks];
    for (int k = 0; k < blocks; k++) due[k] = next[k];
  }
  const int* const got = rounds % 2 ? b : a;
  for (int k = 0; k < blocks; k++) {
    if (got[k] != due[k]) {
      std::printf("block %d: %d, due %d\n", k, got[k], due[k]);
      return 1;
    }
  }

  unsigned long long* ranks = nullptr;
  cudaMallocManaged(&ranks, 24 * 12 * sizeof(unsigned long long));
  for (int k = 0; k < 24 * 12; k++) ranks[k] = 0;
  ranks_kernel<<<dim3(3, 2, 2), dim3(4, 3, 2)>>>(ranks);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  for (int k = 0; k < 24 * 12; k++) {
    if (ranks[k] == 1) continue;
    std::printf("thread %d of the grid has wrong ranks\n", k);
    return 1;
  }
  std::printf("OK\n");
  return 0;
}
