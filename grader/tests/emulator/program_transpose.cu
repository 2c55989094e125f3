// A matrix is transposed through a tile in shared memory, so that both reads and writes of global
// memory are coalesced. A column of a tile 32 wide lies in one bank: 32 lanes take 32 turns. One
// unused column beside each row moves the elements of a column into different banks.
// Each of 4 tiles loads 32 columns: 31 turns too many each without padding, none with it.
// counter: plain_kernel shared_load_conflicts 3968
// counter: padded_kernel shared_load_conflicts 0
// counter: plain_kernel global_store_sectors 512
#include <cstdio>

constexpr int tile = 32, size = 64;

template <int padding>
__device__ void transpose(const float* d_in, float* d_out) {
  __shared__ float elements[tile][tile + padding];
  const int x = blockIdx.x * tile, y = blockIdx.y * tile;
  for (int row = threadIdx.y; row < tile; row += blockDim.y) {
    elements[row][threadIdx.x] = d_in[(y + row) * size + x + threadIdx.x];
  }
  __syncthreads();
  for (int row = threadIdx.y; row < tile; row += blockDim.y) {
    d_out[(x + row) * size + y + threadIdx.x] = elements[threadIdx.x][row];
  }
}

__global__ void plain_kernel(const float* d_in, float* d_out) { transpose<0>(d_in, d_out); }
__global__ void padded_kernel(const float* d_in, float* d_out) { transpose<1>(d_in, d_out); }

bool is_transposed(const float* d_out) {
  static float h_out[size * size];
  cudaMemcpy(h_out, d_out, sizeof h_out, cudaMemcpyDeviceToHost);
  for (int i = 0; i < size * size; ++i) {
    if (h_out[i % size * size + i / size] != static_cast<float>(i)) return false;
  }
  return true;
}

int main() {
  static float h_in[size * size];
  for (int i = 0; i < size * size; ++i) h_in[i] = static_cast<float>(i);
  float *d_in = nullptr, *d_out = nullptr;
  cudaMalloc(&d_in, sizeof h_in);
  cudaMalloc(&d_out, sizeof h_in);
  cudaMemcpy(d_in, h_in, sizeof h_in, cudaMemcpyHostToDevice);
  const dim3 grid(size / tile, size / tile), block(tile, 8);
  plain_kernel<<<grid, block>>>(d_in, d_out);
  if (!is_transposed(d_out)) return 1;
  cudaMemset(d_out, 0, sizeof h_in);
  padded_kernel<<<grid, block>>>(d_in, d_out);
  return is_transposed(d_out) ? 0 : 2;
}
