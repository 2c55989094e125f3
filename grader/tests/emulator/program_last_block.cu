// A sum in one launch: the block that finishes last adds up what all blocks have left. Each writes
// its part, fences, and only then counts itself; so the last one sees every part.
#include <cstdio>

constexpr int block_size = 128, blocks = 16, n = 4 * block_size * blocks;

__device__ unsigned finished_blocks = 0;

__device__ float sum_of_block(float value) {
  __shared__ float partial[block_size];
  partial[threadIdx.x] = value;
  __syncthreads();
  for (int half = block_size / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) partial[threadIdx.x] += partial[threadIdx.x + half];
    __syncthreads();
  }
  return partial[0];
}

__global__ void sum_kernel(const float* d_in, float* d_partial, float* d_sum) {
  float own = 0.0f;
  for (int i = blockIdx.x * block_size + threadIdx.x; i < n; i += block_size * blocks) {
    own += d_in[i];
  }
  const float total = sum_of_block(own);

  __shared__ bool is_last;
  if (threadIdx.x == 0) {
    d_partial[blockIdx.x] = total;
    __threadfence();
    is_last = atomicAdd(&finished_blocks, 1u) == blocks - 1;
  }
  __syncthreads();
  if (!is_last) return;  // all threads of the block alike
  const float all = sum_of_block(threadIdx.x < blocks ? d_partial[threadIdx.x] : 0.0f);
  if (threadIdx.x == 0) {
    *d_sum = all;
    finished_blocks = 0;  // for the next launch
  }
}

int main() {
  static float h_in[n];
  for (int i = 0; i < n; ++i) h_in[i] = static_cast<float>(i % 8);
  float *d_in = nullptr, *d_partial = nullptr, *d_sum = nullptr, sum = 0.0f;
  cudaMalloc(&d_in, sizeof h_in);
  cudaMalloc(&d_partial, blocks * sizeof(float));
  cudaMalloc(&d_sum, sizeof(float));
  cudaMemcpy(d_in, h_in, sizeof h_in, cudaMemcpyHostToDevice);
  for (int call = 0; call < 2; ++call) {
    sum_kernel<<<blocks, block_size>>>(d_in, d_partial, d_sum);
    cudaMemcpy(&sum, d_sum, sizeof sum, cudaMemcpyDeviceToHost);
    std::printf("sum %g, due %g\n", sum, 3.5 * n);
    if (sum != 3.5f * n) return 1;
  }
  cudaFree(d_in);
  cudaFree(d_partial);
  cudaFree(d_sum);
  return 0;
}
