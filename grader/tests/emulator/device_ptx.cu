// Inline PTX: lane registers, a barrier, fences, and a flag handed over by release and acquire.
#include <cstdio>

__device__ void store_release(int* address, int value) {
  asm volatile("st.release.gpu.global.s32 [%0], %1;" ::"l"(address), "r"(value) : "memory");
}

__device__ int load_acquire(const int* address) {
  int value;
  asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(value) : "l"(address) : "memory");
  return value;
}

__global__ void hand_over_kernel(int* data, int* flag, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    *data = 42;
    asm volatile("membar.gl;" ::: "memory");
    store_release(flag, 1);
  } else {
    while (load_acquire(flag) == 0) {
    }
    out[blockIdx.x] = *data;
  }
}

__global__ void lanes_kernel(unsigned* out) {
  __shared__ unsigned slot[64];
  unsigned lane, below;
  asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane));
  asm volatile("mov.u32 %0, %%lanemask_lt;" : "=r"(below));
  slot[threadIdx.x] = lane + 100 * __popc(below);
  asm volatile("bar.sync 0;" ::: "memory");
  out[threadIdx.x] = slot[63 - threadIdx.x];
}

int main() {
  int* cells = nullptr;
  unsigned* lanes = nullptr;
  cudaMallocManaged(&cells, 8 * sizeof(int));
  cudaMallocManaged(&lanes, 64 * sizeof(unsigned));
  for (int k = 0; k < 8; k++) cells[k] = 0;
  hand_over_kernel<<<3, 32>>>(cells, cells + 1, cells + 2);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  if (cells[3] != 42 || cells[4] != 42) {
    std::printf("handed over %d and %d, due 42\n", cells[3], cells[4]);
    return 1;
  }
  lanes_kernel<<<1, 64>>>(lanes);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  for (unsigned t = 0; t < 64; t++) {
    const unsigned due = 101 * ((63 - t) % 32);
    if (lanes[t] != due) {
      std::printf("thread %u got %u, due %u\n", t, lanes[t], due);
      return 1;
    }
  }
  std::printf("OK\n");
  return 0;
}
