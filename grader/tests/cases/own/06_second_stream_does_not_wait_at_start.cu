// case: second_stream_does_not_wait_at_start
// lab: 6
// verdict: wrong
// due: stream_order
// why: Of two streams that join at the end only one waits for what the caller did before.

#include <cmath>

#include "lab.hpp"

/// The least of each thread's chunk of `sign` times the elements, times `sign` again.
__global__ void chunk_minima(const float* d_in, float* d_out, std::size_t n, std::size_t chunk,
                             float sign) {
  const std::size_t t = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  float least = INFINITY;
  for (std::size_t i = t * chunk; i < (t + 1) * chunk && i < n; ++i)
    least = fminf(least, sign * d_in[i]);
  d_out[t] = sign * least;
}

constexpr unsigned threads = 1024;

std::size_t min_max_workspace_bytes(std::size_t) { return 2 * threads * sizeof(float); }

void min_max(const float* d_in, float* d_min, float* d_max, std::size_t n, void* d_workspace) {
  float* parts = static_cast<float*>(d_workspace);
  const std::size_t chunk = (n + threads - 1) / threads;
  cudaStream_t streams[2];
  cudaEvent_t begun, done;
  CUDA_CHECK(cudaEventCreateWithFlags(&begun, cudaEventDisableTiming));
  CUDA_CHECK(cudaEventCreateWithFlags(&done, cudaEventDisableTiming));
  CUDA_CHECK(cudaEventRecord(begun));
  for (int k = 0; k < 2; ++k) {
    CUDA_CHECK(cudaStreamCreateWithFlags(&streams[k], cudaStreamNonBlocking));
    if (k == 0) CUDA_CHECK(cudaStreamWaitEvent(streams[k], begun, 0));
    const float sign = k == 0 ? 1.0f : -1.0f;
    float* own = parts + k * threads;
    chunk_minima<<<threads / 64, 64, 0, streams[k]>>>(d_in, own, n, chunk, sign);
    chunk_minima<<<1, 1, 0, streams[k]>>>(own, k == 0 ? d_min : d_max, threads, threads, sign);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaEventRecord(done, streams[k]));
    CUDA_CHECK(cudaStreamWaitEvent(0, done, 0));
    CUDA_CHECK(cudaStreamDestroy(streams[k]));
  }
  CUDA_CHECK(cudaEventDestroy(begun));
  CUDA_CHECK(cudaEventDestroy(done));
}
