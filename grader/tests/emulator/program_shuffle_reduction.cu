// A sum by warp shuffles: lanes exchange registers, so that a warp needs no shared memory and a
// block of 256 needs one barrier. 8 warps of 4 blocks make 5 shuffles each, and 8 sums per block
// make 3. counter: sum_kernel warp_operations 172 counter: sum_kernel block_barriers 4 counter:
// sum_kernel shared_store_conflicts 0 counter: sum_kernel global_atomic_lanes 4 counter: sum_kernel
// global_load_sectors 128
#include <cstdio>

constexpr int block_size = 256, blocks = 4, n = block_size * blocks;

template <int lanes>
__device__ float sum_of_lanes(float value, unsigned mask) {
  for (int offset = lanes / 2; offset > 0; offset /= 2) {
    value += __shfl_down_sync(mask, value, offset);
  }
  return value;  // of lane 0
}

__global__ void sum_kernel(const float* d_in, float* d_sum) {
  __shared__ float warp_sums[block_size / 32];
  const float warp_sum = sum_of_lanes<32>(d_in[blockIdx.x * block_size + threadIdx.x], 0xffffffffu);
  if (threadIdx.x % 32 == 0) warp_sums[threadIdx.x / 32] = warp_sum;
  __syncthreads();
  if (threadIdx.x < block_size / 32) {
    const float sum = sum_of_lanes<block_size / 32>(warp_sums[threadIdx.x], 0xffu);
    if (threadIdx.x == 0) atomicAdd(d_sum, sum);
  }
}

int main() {
  float h_in[n], *d_in = nullptr, *d_sum = nullptr, sum = 0.0f;
  for (int i = 0; i < n; ++i) h_in[i] = static_cast<float>(i % 4);
  cudaMalloc(&d_in, sizeof h_in);
  cudaMalloc(&d_sum, sizeof(float));
  cudaMemcpy(d_in, h_in, sizeof h_in, cudaMemcpyHostToDevice);
  cudaMemset(d_sum, 0, sizeof(float));
  sum_kernel<<<blocks, block_size>>>(d_in, d_sum);
  cudaMemcpy(&sum, d_sum, sizeof sum, cudaMemcpyDeviceToHost);
  std::printf("sum %g, due %g\n", sum, 1.5 * n);
  return sum == 1.5f * n ? 0 : 1;
}
