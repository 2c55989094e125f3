// A scan in one pass over memory: each tile publishes its sum and looks back over its neighbours'
// until one knows the sum of everything in front of it (decoupled look-back).
#include <cstdio>

constexpr int tile = 128, tiles = 24, n = tile * tiles;
enum : int { nothing = 0, aggregate = 1, prefix = 2 };

struct TileState {
  int status;
  int sums[3];  ///< By status: of the tile alone, of all tiles up to it.
};
__device__ int next_tile = 0;

__device__ void publish(TileState* state, int status, int sum) {
  state->sums[status] = sum;
  __threadfence();
  atomicExch(&state->status, status);
}

/// The sum of all tiles in front of `mine`.
__device__ int look_back(TileState* states, int mine) {
  int before = 0;
  for (int t = mine - 1; t >= 0;) {
    const int status = atomicAdd(&states[t].status, 0);
    if (status == nothing) continue;  // not there yet: look again
    __threadfence();
    before += states[t].sums[status];
    if (status == prefix) break;
    --t;
  }
  return before;
}

__global__ void scan_kernel(const int* d_in, int* d_out, TileState* states) {
  __shared__ int sums[tile], mine, before;
  if (threadIdx.x == 0) mine = atomicAdd(&next_tile, 1);  // tiles in the order blocks start
  __syncthreads();
  sums[threadIdx.x] = d_in[mine * tile + threadIdx.x];
  for (int distance = 1; distance < tile; distance *= 2) {
    __syncthreads();
    const int left = threadIdx.x >= distance ? sums[threadIdx.x - distance] : 0;
    __syncthreads();
    sums[threadIdx.x] += left;
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    publish(&states[mine], mine == 0 ? prefix : aggregate, sums[tile - 1]);
    before = look_back(states, mine);
    if (mine > 0) publish(&states[mine], prefix, before + sums[tile - 1]);
  }
  __syncthreads();
  d_out[mine * tile + threadIdx.x] = before + sums[threadIdx.x];
}

int main() {
  static int h[n];
  for (int& value : h) value = 1;
  int *d_in = nullptr, *d_out = nullptr;
  TileState* d_states = nullptr;
  cudaMalloc(&d_in, sizeof h);
  cudaMalloc(&d_out, sizeof h);
  cudaMalloc(&d_states, tiles * sizeof(TileState));
  cudaMemset(d_states, 0, tiles * sizeof(TileState));
  cudaMemcpy(d_in, h, sizeof h, cudaMemcpyHostToDevice);
  scan_kernel<<<tiles, tile>>>(d_in, d_out, d_states);
  cudaMemcpy(h, d_out, sizeof h, cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i) {
    if (h[i] != i + 1) return std::printf("h[%d] = %d\n", i, h[i]), 1;
  }
  return 0;
}
