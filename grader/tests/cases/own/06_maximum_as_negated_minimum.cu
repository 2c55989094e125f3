// case: maximum_as_negated_minimum
// lab: 6
// verdict: correct
// why: max x is -min -x: one kernel runs twice, in two streams that join at the end.

#include <cmath>

#include "lab.hpp"

__device__ float warp_minimum(float x) {
  for (unsigned d = 16; d > 0; d /= 2) x = fminf(x, __shfl_down_sync(~0u, x, d));
  return x;
}

__global__ void minimum(const float* in, float* out, std::size_t n, float read, float written) {
  __shared__ float warps[32];
  float x = INFINITY;
  const std::size_t threads = static_cast<std::size_t>(gridDim.x) * blockDim.x;
  for (std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < n;
       i += threads)
    x = fminf(x, read * in[i]);
  x = warp_minimum(x);
  if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = x;
  __syncthreads();
  if (threadIdx.x >= 32) return;
  x = warp_minimum(threadIdx.x < blockDim.x / 32 ? warps[threadIdx.x] : INFINITY);
  if (threadIdx.x == 0) out[blockIdx.x] = written * x;
}

std::size_t min_max_workspace_bytes(std::size_t) { return 2 * 64 * sizeof(float); }

void min_max(const float* d_in, float* d_min, float* d_max, std::size_t n, void* d_workspace) {
  float* minima = static_cast<float*>(d_workspace);
  float* negated = minima + 64;
  cudaStream_t side;
  cudaEvent_t begun, done;
  CUDA_CHECK(cudaStreamCreateWithFlags(&side, cudaStreamNonBlocking));
  CUDA_CHECK(cudaEventCreateWithFlags(&begun, cudaEventDisableTiming));
  CUDA_CHECK(cudaEventCreateWithFlags(&done, cudaEventDisableTiming));
  CUDA_CHECK(cudaEventRecord(begun));
  CUDA_CHECK(cudaStreamWaitEvent(side, begun, 0));
  minimum<<<64, 256, 0, side>>>(d_in, negated, n, -1.0f, 1.0f);
  minimum<<<1, 64, 0, side>>>(negated, d_max, 64, 1.0f, -1.0f);
  CUDA_CHECK(cudaEventRecord(done, side));
  minimum<<<64, 256>>>(d_in, minima, n, 1.0f, 1.0f);
  minimum<<<1, 64>>>(minima, d_min, 64, 1.0f, 1.0f);
  CUDA_CHECK(cudaStreamWaitEvent(nullptr, done, 0));
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaEventDestroy(begun));
  CUDA_CHECK(cudaEventDestroy(done));
  CUDA_CHECK(cudaStreamDestroy(side));
}
