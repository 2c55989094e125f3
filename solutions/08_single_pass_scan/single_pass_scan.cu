// Lab 08: an exclusive scan of an array of any length, in one pass over the data.
// Handout: labs/08_single_pass_scan/README.md        Judge it: ./lab grade 8
// Write your code between each TODO and its END. The rest may stay as it is.
#include <cuda_runtime.h>

#include <cuda/atomic>

#include "lab.hpp"

// A tile is what one block scans. You may choose another number.
constexpr unsigned elements_per_thread = 44;

// What a tile has published so far.
enum State : unsigned { nothing, aggregate, prefix };
struct alignas(8) TileState {
  State state;
  float sum;  // aggregate: of this tile alone; prefix: with all tiles before it
};
using TileRef = cuda::atomic_ref<TileState, cuda::thread_scope_device>;

// SOLVED(task1): what scans the values of a warp.
constexpr unsigned all_lanes = 0xffffffff;
constexpr unsigned rows = elements_per_thread / 4, row_length = 4 * 32;  // a float4 a lane

// Sum of the values of all lanes before this one; `total` becomes that of all 32.
__device__ float warp_exclusive_scan(float value, float& total) {
  const unsigned lane = threadIdx.x % 32;
  for (unsigned distance = 1; distance < 32; distance *= 2) {
    const float left = __shfl_up_sync(all_lanes, value, distance);
    if (lane >= distance) value += left;
  }
  total = __shfl_sync(all_lanes, value, 31);
  const float left = __shfl_up_sync(all_lanes, value, 1);
  return lane > 0 ? left : 0.0f;
}

// Elements i to i + 3, with zeros behind the last one. They are used once: no need to cache them.
__device__ float4 read_group(const float* d_in, std::size_t i, std::size_t n) {
  if (i + 4 <= n) return __ldcs(reinterpret_cast<const float4*>(d_in + i));
  return make_float4(i < n ? d_in[i] : 0.0f, i + 1 < n ? d_in[i + 1] : 0.0f,
                     i + 2 < n ? d_in[i + 2] : 0.0f, 0.0f);
}

__device__ void write_group(float* d_out, std::size_t i, std::size_t n, float4 x, float before) {
  x = make_float4(before + x.x, before + x.y, before + x.z, before + x.w);
  if (i + 4 <= n) return __stcs(reinterpret_cast<float4*>(d_out + i), x);
  if (i < n) d_out[i] = x.x;
  if (i + 1 < n) d_out[i + 1] = x.y;
  if (i + 2 < n) d_out[i + 2] = x.z;
}
// END(task1)

// The sum of all tiles before `tile`.
__device__ float look_back(TileState* d_states, unsigned tile) {
  // SOLVED(task2): (Task 3: by a whole warp. Lane 0 looks at the nearest of 32 tiles.)
  const int lane = threadIdx.x % 32;
  float before = 0.0f;
  for (int nearest = static_cast<int>(tile) - 1;; nearest -= 32) {
    TileState seen = {prefix, 0.0f};  // what a lane finds that looks past tile 0
    do {
      if (nearest >= lane)
        seen = TileRef(d_states[nearest - lane]).load(cuda::memory_order_relaxed);
    } while (__any_sync(all_lanes, seen.state == nothing));
    const unsigned prefixes = __ballot_sync(all_lanes, seen.state == prefix);
    const int last = prefixes != 0 ? __ffs(prefixes) - 1 : 31;  // the lane of the nearest prefix
    float sum = lane <= last ? seen.sum : 0.0f;
    for (int step = 16; step > 0; step /= 2) sum += __shfl_xor_sync(all_lanes, sum, step);
    before += sum;
    if (prefixes != 0) return before;
  }
  // END(task2)
}

__global__ void __launch_bounds__(1024, 1)
    scan_kernel(const float* d_in, float* d_out, std::size_t n, TileState* d_states,
                unsigned* d_next_tile) {
  // SOLVED(task1): a warp reads its part of the tile row by row, and turns each element into
  // the sum of those before it in that part.
  __shared__ unsigned shared_tile;
  __shared__ float warp_sums[32];
  if (threadIdx.x == 0) shared_tile = atomicAdd(d_next_tile, 1u);
  __syncthreads();
  const unsigned tile = shared_tile, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const std::size_t first_warp = static_cast<std::size_t>(tile) * (blockDim.x / 32);
  const std::size_t begin = (first_warp + warp) * rows * row_length + 4 * lane;
  float4 groups[rows];
#pragma unroll
  for (unsigned r = 0; r < rows; ++r) groups[r] = read_group(d_in, begin + r * row_length, n);
  float warp_sum = 0.0f;
#pragma unroll
  for (unsigned r = 0; r < rows; ++r) {
    float row_sum;
    const float4 in = groups[r];
    const float x = warp_sum + warp_exclusive_scan((in.x + in.y) + (in.z + in.w), row_sum);
    const float y = x + in.x, z = y + in.y, w = z + in.z;
    groups[r] = make_float4(x, y, z, w);
    warp_sum += row_sum;
  }
  if (lane == 0) warp_sums[warp] = warp_sum;
  __syncthreads();
  float tile_sum;
  float before = warp_exclusive_scan(lane < blockDim.x / 32 ? warp_sums[lane] : 0.0f, tile_sum);
  before = __shfl_sync(all_lanes, before, warp);
  // END(task1)

  // SOLVED(task2): one warp looks back, the others wait. A state's word holds all that it hands
  // over, so that relaxed order will do.
  __shared__ float before_tile;
  if (warp == 0) {
    TileRef state(d_states[tile]);
    if (lane == 0) state.store({aggregate, tile_sum}, cuda::memory_order_relaxed);
    const float sum = look_back(d_states, tile);
    if (lane == 0) state.store({prefix, sum + tile_sum}, cuda::memory_order_relaxed);
    if (lane == 0) before_tile = sum;
  }
  __syncthreads();
  before += before_tile;
  // END(task2)

  // SOLVED(task1): the last group of a tile may end behind the last element.
#pragma unroll
  for (unsigned r = 0; r < rows; ++r)
    write_group(d_out, begin + r * row_length, n, groups[r], before);
  // END(task1)
}

// Tiles that n elements fill, the last in part.
std::size_t tile_count(std::size_t n, int block_size) {
  const std::size_t tile_size = static_cast<std::size_t>(block_size) * elements_per_thread;
  return (n + tile_size - 1) / tile_size;
}

// The contract of both functions is in labs/08_single_pass_scan/lab.hpp.
std::size_t scan_workspace_bytes(std::size_t n, int block_size) {
  // SOLVED(task4): a state for each tile and, behind them, the number of the next tile.
  return tile_count(n, block_size) * sizeof(TileState) + sizeof(unsigned);
  // END(task4)
}

void exclusive_scan(const float* d_in, float* d_out, std::size_t n, int block_size,
                    void* d_workspace) {
  // SOLVED(task1): zeros say that all states are `nothing` and that the next tile is 0.
  if (n == 0) return;
  const std::size_t tiles = tile_count(n, block_size);
  TileState* d_states = static_cast<TileState*>(d_workspace);
  unsigned* d_next_tile = reinterpret_cast<unsigned*>(d_states + tiles);
  CUDA_CHECK(cudaMemsetAsync(d_workspace, 0, scan_workspace_bytes(n, block_size)));
  scan_kernel<<<static_cast<unsigned>(tiles), block_size>>>(d_in, d_out, n, d_states, d_next_tile);
  CUDA_CHECK(cudaGetLastError());
  // END(task1)
}
