// Lab 08: candidates.
#include "harness.cuh"
namespace solution {
#include "../../solutions/08_single_pass_scan/single_pass_scan.cu"
}
namespace ours {
constexpr unsigned all = 0xffffffffu;
enum State : unsigned { nothing, aggregate, prefix };
struct alignas(8) TileState {
  State state;
  float sum;
};
using Ref = cuda::atomic_ref<TileState, cuda::thread_scope_device>;

__device__ inline float warp_exclusive(float v, float& total) {
  const unsigned lane = threadIdx.x % 32;
#pragma unroll
  for (unsigned d = 1; d < 32; d *= 2) {
    const float left = __shfl_up_sync(all, v, d);
    if (lane >= d) v += left;
  }
  total = __shfl_sync(all, v, 31);
  const float left = __shfl_up_sync(all, v, 1);
  return lane > 0 ? left : 0.0f;
}
__device__ inline float warp_sum(float v) {
#pragma unroll
  for (int d = 16; d > 0; d /= 2) v += __shfl_xor_sync(all, v, d);
  return v;
}
__device__ inline float4 read4(const float* in, size_t i, size_t n) {
  if (i + 4 <= n) return __ldcs(reinterpret_cast<const float4*>(in + i));
  return make_float4(i < n ? in[i] : 0, i + 1 < n ? in[i + 1] : 0, i + 2 < n ? in[i + 2] : 0, 0);
}
__device__ inline void write4(float* out, size_t i, size_t n, float4 x, float b) {
  x = make_float4(b + x.x, b + x.y, b + x.z, b + x.w);
  if (i + 4 <= n) return __stcs(reinterpret_cast<float4*>(out + i), x);
  if (i < n) out[i] = x.x;
  if (i + 1 < n) out[i + 1] = x.y;
  if (i + 2 < n) out[i + 2] = x.z;
}
template <int V>
__device__ inline float scan_rows(float4 (&x)[V]) {  // exclusive within the warp; returns its sum
  float carry = 0;
#pragma unroll
  for (int r = 0; r < V; ++r) {
    float row;
    const float4 in = x[r];
    const float a = carry + warp_exclusive((in.x + in.y) + (in.z + in.w), row);
    const float b = a + in.x, c = b + in.y, d = c + in.z;
    x[r] = make_float4(a, b, c, d);
    carry += row;
  }
  return carry;
}
__device__ inline float look_back(TileState* states, int tile) {
  const int lane = threadIdx.x % 32;
  float before = 0;
  for (int nearest = tile - 1;; nearest -= 32) {
    TileState seen = {prefix, 0};
    do {
      if (nearest >= lane) seen = Ref(states[nearest - lane]).load(cuda::memory_order_relaxed);
    } while (__any_sync(all, seen.state == nothing));
    const unsigned prefixes = __ballot_sync(all, seen.state == prefix);
    const int last = prefixes ? __ffs(prefixes) - 1 : 31;
    before += warp_sum(lane <= last ? seen.sum : 0);
    if (prefixes) return before;
  }
}

// A: one tile a block, prefixes handed on (as the solution), any T and V; LEAST blocks an SM.
template <int T, int V, int LEAST>
__global__ void __launch_bounds__(T, LEAST)
    chained(const float* in, float* out, size_t n, TileState* states, unsigned* next) {
  __shared__ unsigned s_tile;
  __shared__ float sums[32], s_before;
  if (threadIdx.x == 0) s_tile = atomicAdd(next, 1u);
  __syncthreads();
  const unsigned tile = s_tile, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const size_t begin = (size_t(tile) * (T / 32) + warp) * V * 128 + 4 * lane;
  float4 x[V];
#pragma unroll
  for (int r = 0; r < V; ++r) x[r] = read4(in, begin + r * 128, n);
  const float own = scan_rows<V>(x);
  if (lane == 0) sums[warp] = own;
  __syncthreads();
  float total, before = warp_exclusive(lane < T / 32 ? sums[lane] : 0, total);
  before = __shfl_sync(all, before, warp);
  if (warp == 0) {
    Ref state(states[tile]);
    if (lane == 0) state.store({aggregate, total}, cuda::memory_order_relaxed);
    const float sum = look_back(states, tile);
    if (lane == 0) state.store({prefix, sum + total}, cuda::memory_order_relaxed), s_before = sum;
  }
  __syncthreads();
  before += s_before;
#pragma unroll
  for (int r = 0; r < V; ++r) write4(out, begin + r * 128, n, x[r], before);
}

// Looks back over WINDOWS * 32 tiles at a time, a warp each 32. Called by the whole block, which
// gets the sum; `sums` and `ends` are shared memory.
template <int WINDOWS>
__device__ inline float wide_look_back(TileState* states, int tile, float* sums, unsigned* ends) {
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  float before = 0;
  for (int nearest = tile - 1;; nearest -= 32 * WINDOWS) {
    if (warp < WINDOWS) {
      const int own = nearest - 32 * warp - lane;
      TileState seen = {prefix, 0};
      do {
        if (own >= 0) seen = Ref(states[own]).load(cuda::memory_order_relaxed);
      } while (__any_sync(all, seen.state == nothing));
      const unsigned prefixes = __ballot_sync(all, seen.state == prefix);
      const int last = prefixes ? __ffs(prefixes) - 1 : 31;
      const float sum = warp_sum(lane <= last ? seen.sum : 0);
      if (lane == 0) sums[warp] = sum, ends[warp] = prefixes;
    }
    __syncthreads();
    bool ended = false;
    for (int w = 0; w < WINDOWS && !ended; ++w) before += sums[w], ended = ends[w] != 0;
    if (ended) return before;
    __syncthreads();
  }
}

// E: as A, by blocks that stay, each taking the number of its next tile while it works on the last:
// no launch of a block and no ticket to wait for between two tiles. WINDOWS 0: warp 0 looks back.
// P (PARK): the scanned tile waits in shared memory for what lies before it, while the loads of the
// next one are under way into registers.
template <int T, int V, int LEAST, int WINDOWS, bool PARK>
__global__ void __launch_bounds__(T, LEAST)
    rounds(const float* in, float* out, size_t n, TileState* states, unsigned* next,
           unsigned tiles) {
  extern __shared__ float4 parked[];  // V * T
  __shared__ unsigned s_next;
  __shared__ float sums[32], s_before, window_sums[32];
  __shared__ unsigned window_ends[32];
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const auto begin_of = [&](unsigned t) {
    return (size_t(t) * (T / 32) + warp) * V * 128 + 4 * lane;
  };
  const auto left_of = [&](size_t begin) { return begin < n ? n - begin : 0; };
  float4 x[V];
  const auto load = [&](unsigned t) {
    const size_t begin = begin_of(t), left = left_of(begin);
#pragma unroll
    for (int r = 0; r < V; ++r) x[r] = read4(in + begin, r * 128, left);
  };
  if (threadIdx.x == 0) s_next = atomicAdd(next, 1u);
  __syncthreads();
  unsigned tile = s_next, after = tiles;
  if (PARK) {
    load(tile);
    __syncthreads();
    if (threadIdx.x == 0) s_next = atomicAdd(next, 1u);
    __syncthreads();
    after = s_next;
  }
  while (tile < tiles) {
    if (!PARK) load(tile);
    unsigned taken = 0;
    if (threadIdx.x == 0) taken = atomicAdd(next, 1u);
    const float own = scan_rows<V>(x);
    if (lane == 0) sums[warp] = own;
    __syncthreads();
    float total, before = warp_exclusive(lane < T / 32 ? sums[lane] : 0, total);
    before = __shfl_sync(all, before, warp);
    if (threadIdx.x == 0) {
      Ref(states[tile]).store({aggregate, total}, cuda::memory_order_relaxed);
      s_next = taken;
    }
    if (PARK) {
#pragma unroll
      for (int r = 0; r < V; ++r) parked[r * T + threadIdx.x] = x[r];
      load(after);
    }
    if (WINDOWS > 0) {
      const float sum =
          wide_look_back < WINDOWS ? WINDOWS : 1 > (states, int(tile), window_sums, window_ends);
      if (threadIdx.x == 0)
        Ref(states[tile]).store({prefix, sum + total}, cuda::memory_order_relaxed);
      before += sum;
    } else {
      if (threadIdx.x < 32) {
        const float sum = look_back(states, int(tile));
        if (lane == 0)
          Ref(states[tile]).store({prefix, sum + total}, cuda::memory_order_relaxed),
              s_before = sum;
      }
      __syncthreads();
      before += s_before;
    }
    const unsigned following = s_next;
    const size_t begin = begin_of(tile), left = left_of(begin);
    if (PARK) {
#pragma unroll 2  // not all at once: registers hold the next tile
      for (int r = 0; r < V; ++r)
        write4(out + begin, r * 128, left, parked[r * T + threadIdx.x], before);
    } else {
#pragma unroll
      for (int r = 0; r < V; ++r) write4(out + begin, r * 128, left, x[r], before);
    }
    tile = PARK ? after : following;
    after = following;
  }
}

// A with a look-back of several windows.
template <int T, int V, int LEAST, int WINDOWS>
__global__ void __launch_bounds__(T, LEAST)
    chained_wide(const float* in, float* out, size_t n, TileState* states, unsigned* next) {
  __shared__ unsigned s_tile, window_ends[32];
  __shared__ float sums[32], window_sums[32];
  if (threadIdx.x == 0) s_tile = atomicAdd(next, 1u);
  __syncthreads();
  const unsigned tile = s_tile, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const size_t begin = (size_t(tile) * (T / 32) + warp) * V * 128 + 4 * lane;
  float4 x[V];
#pragma unroll
  for (int r = 0; r < V; ++r) x[r] = read4(in, begin + r * 128, n);
  const float own = scan_rows<V>(x);
  if (lane == 0) sums[warp] = own;
  __syncthreads();
  float total, before = warp_exclusive(lane < T / 32 ? sums[lane] : 0, total);
  before = __shfl_sync(all, before, warp);
  if (threadIdx.x == 0) Ref(states[tile]).store({aggregate, total}, cuda::memory_order_relaxed);
  const float sum = wide_look_back<WINDOWS>(states, int(tile), window_sums, window_ends);
  if (threadIdx.x == 0) Ref(states[tile]).store({prefix, sum + total}, cuda::memory_order_relaxed);
  before += sum;
#pragma unroll
  for (int r = 0; r < V; ++r) write4(out, begin + r * 128, n, x[r], before);
}
}  // namespace ours

using tune::Args;
static unsigned* counter_of(const Args& a, size_t tiles) {
  return reinterpret_cast<unsigned*>(static_cast<ours::TileState*>(a.workspace) + tiles);
}
template <int T, int V>
size_t clear(const Args& a) {
  const size_t tiles = (a.n + T * V * 4 - 1) / (T * V * 4);
  CK(cudaMemsetAsync(a.workspace, 0, tiles * 8 + 4));
  return tiles;
}
template <int T, int V>
size_t bytes(size_t n) {
  return (n + T * V * 4 - 1) / (T * V * 4) * 8 + 4;
}
static std::string label(const char* what, int t, int v, int least, int s = 0) {
  char b[64];
  std::snprintf(b, sizeof b, s ? "%s T%d V%d x%d S%d" : "%s T%d V%d x%d", what, t, v, least, s);
  return b;
}
template <int T, int V, int L>
void add_chained(tune::Tuning& t) {
  t.add(
      label("A chained", T, V, L),
      [](const Args& a) {
        const size_t tiles = clear<T, V>(a);
        ours::chained<T, V, L><<<unsigned(tiles), T>>>(
            a.in, a.out, a.n, static_cast<ours::TileState*>(a.workspace), counter_of(a, tiles));
      },
      bytes<T, V>);
}
template <int T, int V, int L, int W>
void add_wide(tune::Tuning& t) {
  t.add(
      label("A wide", T, V, L, W),
      [](const Args& a) {
        const size_t tiles = clear<T, V>(a);
        ours::chained_wide<T, V, L, W><<<unsigned(tiles), T>>>(
            a.in, a.out, a.n, static_cast<ours::TileState*>(a.workspace), counter_of(a, tiles));
      },
      bytes<T, V>);
}
template <int T, int V, int L, int W, bool PARK>
void add_rounds(tune::Tuning& t) {
  const auto kernel = ours::rounds<T, V, L, W, PARK>;
  const int shared = PARK ? T * V * 16 : 0;
  CK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, shared));
  int fit = 0;
  CK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, kernel, T, shared));
  if (fit < L) return void(std::printf("rounds T%d V%d W%d: only %d of %d fit\n", T, V, W, fit, L));
  t.add(
      label(PARK ? "P parked" : "E rounds", T, V, L, W),
      [=](const Args& a) {
        const size_t tiles = clear<T, V>(a);
        kernel<<<unsigned(std::min<size_t>(tiles, size_t(L) * tune::sms)), T, shared>>>(
            a.in, a.out, a.n, static_cast<ours::TileState*>(a.workspace), counter_of(a, tiles),
            unsigned(tiles));
      },
      bytes<T, V>);
}
int main() {
  tune::Tuning t(tune::Kind::scan);
  t.ceiling("copy T512 U4", [](const Args& a) { tune::copy<512, 4>(a.in, a.out, a.n); });
  t.ceiling("copy cudaMemcpy", [](const Args& a) {
    CK(cudaMemcpyAsync(a.out, a.in, a.n * 4, cudaMemcpyDeviceToDevice));
  });
  t.add("CUB ExclusiveSum", [](const Args& a) {
    size_t b = size_t{256} << 20;
    CK(cub::DeviceScan::ExclusiveSum(a.workspace, b, a.in, a.out, int(a.n)));
  });
  for (const int b : {256, 512, 1024})
    t.add(
        "solution T" + std::to_string(b),
        [=](const Args& a) { solution::exclusive_scan(a.in, a.out, a.n, b, a.workspace); },
        [=](size_t n) { return solution::scan_workspace_bytes(n, b); });
#ifndef CANDIDATES
  add_chained<1024, 11, 1>(t);
  t.run("08 single-pass scan", "copy", "CUB");
#else
  add_wide<1024, 11, 1, 5>(t);
  add_wide<512, 11, 2, 9>(t);
  add_rounds<1024, 11, 1, 0, false>(t);
  add_rounds<1024, 11, 1, 5, false>(t);
  add_rounds<512, 11, 2, 0, false>(t);
  add_rounds<1024, 9, 1, 0, true>(t);
  add_rounds<1024, 8, 1, 0, true>(t);
  add_rounds<1024, 8, 1, 5, true>(t);
  add_rounds<512, 8, 2, 0, true>(t);
  add_rounds<512, 8, 2, 9, true>(t);
  add_rounds<1024, 6, 1, 0, true>(t);
  t.run("08 single-pass scan, candidates", "copy", "CUB");
#endif
}
