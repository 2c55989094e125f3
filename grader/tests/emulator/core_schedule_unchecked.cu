// run: EMU_UNCHECKED=1
// run: EMU_UNCHECKED=2
// run: EMU_UNCHECKED=3 EMU_ORDER=by_index
// Blocks on several OS threads: every element is counted once, launch after launch.
#include <cstdio>

__global__ void count_kernel(unsigned* counts, unsigned* total) {
  __shared__ unsigned in_block;
  if (threadIdx.x == 0) in_block = 0;
  __syncthreads();
  atomicAdd(&in_block, 1u);
  counts[blockIdx.x * blockDim.x + threadIdx.x] += 1;
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(total, in_block);
}

int main() {
  const unsigned blocks = 500, threads = 96, launches = 40;
  unsigned *counts = nullptr, *total = nullptr;
  cudaMallocManaged(&counts, blocks * threads * sizeof(unsigned));
  cudaMallocManaged(&total, sizeof(unsigned));
  cudaMemset(counts, 0, blocks * threads * sizeof(unsigned));
  cudaMemset(total, 0, sizeof(unsigned));
  for (unsigned k = 0; k < launches; ++k) count_kernel<<<blocks, threads>>>(counts, total);
  cudaDeviceSynchronize();
  unsigned wrong = 0;
  for (unsigned i = 0; i < blocks * threads; ++i) wrong += counts[i] != launches;
  std::printf("%u wrong, total %u\n", wrong, *total);
  return wrong == 0 && *total == blocks * threads * launches ? 0 : 1;
}
