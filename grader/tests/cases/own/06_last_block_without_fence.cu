// case: last_block_without_fence
// lab: 6
// verdict: wrong
// due: data_race wrong_answer
// why: The last block reads results that no fence has put in front of the counter.

#include <cmath>

#include "lab.hpp"

struct Scratch {
  unsigned done;
  float low[128], high[128];
};

__device__ void block_range(float& x, float& y) {
  __shared__ float a[256], b[256];
  const unsigned t = threadIdx.x;
  a[t] = x;
  b[t] = y;
  __syncthreads();
  for (unsigned d = 128; d > 0; d /= 2) {
    if (t < d) {
      a[t] = fminf(a[t], a[t + d]);
      b[t] = fmaxf(b[t], b[t + d]);
    }
    __syncthreads();
  }
  x = a[0];
  y = b[0];
  __syncthreads();
}

__global__ void reduce(const float* in, float* d_min, float* d_max, std::size_t n,
                       Scratch* scratch) {
  __shared__ bool is_last;
  float x = INFINITY, y = -INFINITY;
  const std::size_t threads = static_cast<std::size_t>(gridDim.x) * 256;
  for (std::size_t i = static_cast<std::size_t>(blockIdx.x) * 256 + threadIdx.x; i < n;
       i += threads) {
    x = fminf(x, in[i]);
    y = fmaxf(y, in[i]);
  }
  block_range(x, y);
  if (threadIdx.x == 0) {
    scratch->low[blockIdx.x] = x;
    scratch->high[blockIdx.x] = y;
    is_last = atomicAdd(&scratch->done, 1u) == gridDim.x - 1;
  }
  __syncthreads();
  if (!is_last) return;
  const bool has_result = threadIdx.x < gridDim.x;
  x = has_result ? scratch->low[threadIdx.x] : INFINITY;
  y = has_result ? scratch->high[threadIdx.x] : -INFINITY;
  block_range(x, y);
  if (threadIdx.x == 0) {
    *d_min = x;
    *d_max = y;
  }
}

std::size_t min_max_workspace_bytes(std::size_t) { return sizeof(Scratch); }

void min_max(const float* d_in, float* d_min, float* d_max, std::size_t n, void* d_workspace) {
  Scratch* scratch = static_cast<Scratch*>(d_workspace);
  CUDA_CHECK(cudaMemsetAsync(&scratch->done, 0, sizeof(unsigned)));
  const std::size_t blocks = n / 1024 + 1;
  reduce<<<static_cast<unsigned>(min(blocks, std::size_t{128})), 256>>>(d_in, d_min, d_max, n,
                                                                        scratch);
  CUDA_CHECK(cudaGetLastError());
}
