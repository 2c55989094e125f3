// __syncthreads_count, _and and _or; memory on both sides of barriers and warp barriers.
#include <cstdio>

__global__ void count_kernel(int* out, int limit) {
  const int t = threadIdx.x;
  const int count = __syncthreads_count(t < limit);
  const int all = __syncthreads_and(t < limit);
  const int any = __syncthreads_or(t >= limit);
  const int true_is_not_one = __syncthreads_count(t < limit ? 256 : 0);
  out[t] = count + (all ? 1000 : 0) + (any ? 2000 : 0) + (true_is_not_one == count ? 10000 : 0);
}

// Hands a value round the warp and round the block.
__global__ void rotate_kernel(int* out) {
  __shared__ int slot[96];
  const int t = threadIdx.x, lane = t % 32, first = t - lane;
  slot[t] = t;
  __syncwarp();
  const int from_warp = slot[first + (lane + 1) % 32];
  __syncthreads();
  slot[t] = from_warp;
  __syncthreads();
  out[t] = slot[(t + 32) % 96];
}

int main() {
  int* out = nullptr;
  cudaMallocManaged(&out, 96 * sizeof(int));
  for (int limit : {0, 1, 50, 95, 96}) {
    count_kernel<<<1, 96>>>(out, limit);
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
    const int due = limit + (limit == 96 ? 1000 : 2000) + 10000;
    for (int t = 0; t < 96; t++) {
      if (out[t] != due) {
        std::printf("limit %d: thread %d got %d, due %d\n", limit, t, out[t], due);
        return 1;
      }
    }
  }
  rotate_kernel<<<1, 96>>>(out);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  for (int t = 0; t < 96; t++) {
    const int from = (t + 32) % 96, due = from / 32 * 32 + (from % 32 + 1) % 32;
    if (out[t] != due) {
      std::printf("rotated: thread %d got %d, due %d\n", t, out[t], due);
      return 1;
    }
  }
  std::printf("OK\n");
  return 0;
}
