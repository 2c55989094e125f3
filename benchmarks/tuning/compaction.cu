// Lab 07: candidates.
#include "harness.cuh"
namespace solution {
#include "../../solutions/07_stream_compaction/stream_compaction.cu"
}
using tune::Args;
namespace ours {
constexpr unsigned every_lane = 0xffffffffu;
using Counts = unsigned*;

__device__ inline unsigned inclusive(unsigned v) {
#pragma unroll
  for (unsigned d = 1; d < 32; d *= 2) {
    const unsigned left = __shfl_up_sync(every_lane, v, d);
    if (threadIdx.x % 32 >= d) v += left;
  }
  return v;
}
__device__ inline unsigned warp_sum(unsigned v) {
#pragma unroll
  for (int d = 16; d > 0; d /= 2) v += __shfl_xor_sync(every_lane, v, d);
  return v;
}

// ---- scan of counts: a block of 1024 threads takes V uint4 a thread
template <int V>
__global__ void __launch_bounds__(1024) scan_kernel(unsigned* counts, unsigned* sums, size_t n) {
  __shared__ unsigned parts[32];
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const size_t begin = (size_t(blockIdx.x) * 32 + warp) * V * 32 + lane;
  unsigned x[V], carry = 0;
#pragma unroll
  for (int v = 0; v < V; ++v) x[v] = begin + v * 32 < n ? counts[begin + v * 32] : 0;
#pragma unroll
  for (int v = 0; v < V; ++v) {
    const unsigned upto = inclusive(x[v]);
    x[v] = carry + upto - x[v];
    carry += __shfl_sync(every_lane, upto, 31);
  }
  if (lane == 0) parts[warp] = carry;
  __syncthreads();
  const unsigned warps = inclusive(parts[lane]);
  const unsigned before = warp > 0 ? __shfl_sync(every_lane, warps, warp - 1) : 0;
#pragma unroll
  for (int v = 0; v < V; ++v)
    if (begin + v * 32 < n) counts[begin + v * 32] = before + x[v];
  if (threadIdx.x == 1023 && sums) sums[blockIdx.x] = before + carry;
}
template <int V>
__global__ void add_kernel(unsigned* counts, const unsigned* bases, size_t n) {
  const size_t begin = size_t(blockIdx.x) * 1024 * V + threadIdx.x;
#pragma unroll
  for (int v = 0; v < V; ++v)
    if (begin + v * 1024 < n) counts[begin + v * 1024] += bases[blockIdx.x];
}
template <int V>
void scan_counts(unsigned* counts, size_t n) {
  const size_t size = 1024 * V, blocks = (n + size - 1) / size;
  unsigned* sums = counts + n;
  scan_kernel<V><<<unsigned(blocks), 1024>>>(counts, blocks > 1 ? sums : nullptr, n);
  if (blocks == 1) return;
  scan_counts<V>(sums, blocks);
  add_kernel<V><<<unsigned(blocks), 1024>>>(counts, sums, n);
}

// ---- M1: a warp a tile of 1024; bit `lane` of mask `group` is element 32 * group + lane
template <int T, bool HINT>
__global__ void __launch_bounds__(T)
    mark(const unsigned* flags, unsigned* masks, unsigned* counts, size_t n) {
  const unsigned lane = threadIdx.x % 32;
  const size_t tile = size_t(blockIdx.x) * (T / 32) + threadIdx.x / 32;
  if (tile * 1024 >= n) return;
  unsigned own = 0;
  bool kept[32];
#pragma unroll
  for (unsigned g = 0; g < 32; ++g) {
    const size_t i = tile * 1024 + g * 32 + lane;
    kept[g] = i < n && (HINT ? __ldcs(flags + i) : flags[i]) != 0;
  }
#pragma unroll
  for (unsigned g = 0; g < 32; ++g) {
    const unsigned mask = __ballot_sync(every_lane, kept[g]);
    if (lane == g) own = mask;
  }
  masks[tile * 32 + lane] = own;
  const unsigned count = warp_sum(__popc(own));
  if (lane == 0) counts[tile] = count;
}
// M1 by uint4: a lane reads four flags at a time; the ballots of the four components make masks of
// strided elements, so what a lane keeps is the nibbles of its own eight groups.
template <int T, bool HINT>
__global__ void __launch_bounds__(T)
    mark4(const unsigned* flags, unsigned* masks, unsigned* counts, size_t n) {
  const unsigned lane = threadIdx.x % 32;
  const size_t tile = size_t(blockIdx.x) * (T / 32) + threadIdx.x / 32;
  if (tile * 1024 >= n) return;
  uint4 f[8];
#pragma unroll
  for (unsigned r = 0; r < 8; ++r) {
    const size_t i = tile * 1024 + r * 128 + 4 * lane;
    const uint4* p = reinterpret_cast<const uint4*>(flags + i);
    if (i + 4 <= n)
      f[r] = HINT ? __ldcs(p) : *p;
    else
      f[r] = make_uint4(i < n ? flags[i] : 0, i + 1 < n ? flags[i + 1] : 0,
                        i + 2 < n ? flags[i + 2] : 0, 0);
  }
  unsigned own = 0;
#pragma unroll
  for (unsigned r = 0; r < 8; ++r)
    own |= ((f[r].x != 0) | (f[r].y != 0) << 1 | (f[r].z != 0) << 2 | (f[r].w != 0) << 3)
           << (4 * r);
  masks[tile * 32 + lane] = own;
  const unsigned count = warp_sum(__popc(own));
  if (lane == 0) counts[tile] = count;
}
// Element by element, B groups of loads under way at a time.
template <int T, int B, bool HINT, bool ALWAYS>
__global__ void __launch_bounds__(T)
    move(const float* __restrict__ in, const unsigned* __restrict__ masks,
         const unsigned* __restrict__ bases, float* __restrict__ out, unsigned* count, size_t n) {
  const unsigned lane = threadIdx.x % 32, below = (1u << lane) - 1;
  const size_t tile = size_t(blockIdx.x) * (T / 32) + threadIdx.x / 32;
  if (tile * 1024 >= n) return;
  const unsigned own = masks[tile * 32 + lane];
  unsigned position = bases[tile];
  for (unsigned first = 0; first < 32; first += B) {
    float x[B];
#pragma unroll
    for (unsigned g = 0; g < B; ++g) {
      const unsigned mask = __shfl_sync(every_lane, own, first + g);
      const size_t i = tile * 1024 + (first + g) * 32 + lane;
      if (ALWAYS ? i < n : mask >> lane & 1) x[g] = HINT ? __ldcs(in + i) : in[i];
    }
#pragma unroll
    for (unsigned g = 0; g < B; ++g) {
      const unsigned mask = __shfl_sync(every_lane, own, first + g);
      float* const p = out + position + __popc(mask & below);
      if (mask >> lane & 1) HINT ? __stcs(p, x[g]) : void(*p = x[g]);
      position += __popc(mask);
    }
  }
  if (n - tile * 1024 <= 1024 && lane == 0) *count = position;
}
// M2: masks of mark4; float4 loads, packed in shared memory by the warp, written side by side.
template <int T, bool HINT, bool STAGE>
__global__ void __launch_bounds__(T)
    move4(const float* __restrict__ in, const unsigned* __restrict__ masks,
          const unsigned* __restrict__ bases, float* __restrict__ out, unsigned* count, size_t n) {
  __shared__ float stages[STAGE ? T * 32 : 1];
  const unsigned lane = threadIdx.x % 32;
  const size_t tile = size_t(blockIdx.x) * (T / 32) + threadIdx.x / 32;
  if (tile * 1024 >= n) return;
  const unsigned own = masks[tile * 32 + lane], base = bases[tile];
  float4 x[8];
#pragma unroll
  for (unsigned r = 0; r < 8; ++r) {
    const size_t i = tile * 1024 + r * 128 + 4 * lane;
    const float4* p = reinterpret_cast<const float4*>(in + i);
    if (i + 4 <= n)
      x[r] = HINT ? __ldcs(p) : *p;
    else
      x[r] =
          make_float4(i < n ? in[i] : 0, i + 1 < n ? in[i + 1] : 0, i + 2 < n ? in[i + 2] : 0, 0);
  }
  // Four rows' counts, at most 128 each, are scanned in the bytes of one word.
  unsigned position[8], kept = 0;
#pragma unroll
  for (unsigned half = 0; half < 2; ++half) {
    unsigned packed = 0;
#pragma unroll
    for (unsigned r = 0; r < 4; ++r) packed |= __popc(own >> (16 * half + 4 * r) & 15) << (8 * r);
    const unsigned upto = inclusive(packed), rows = __shfl_sync(every_lane, upto, 31),
                   before = upto - packed;
#pragma unroll
    for (unsigned r = 0; r < 4; ++r) {
      position[4 * half + r] = kept + (before >> (8 * r) & 255);
      kept += rows >> (8 * r) & 255;
    }
  }
  float* const to = STAGE ? stages + threadIdx.x / 32 * 1024 : out + base;
#pragma unroll
  for (unsigned r = 0; r < 8; ++r) {
    unsigned p = position[r];
    const unsigned bits = own >> (4 * r);
    if (bits & 1) to[p++] = x[r].x;
    if (bits & 2) to[p++] = x[r].y;
    if (bits & 4) to[p++] = x[r].z;
    if (bits & 8) to[p++] = x[r].w;
  }
  if (STAGE) {
    __syncwarp();
    for (unsigned i = lane; i < kept; i += 32)
      HINT ? __stcs(out + base + i, to[i]) : void(out[base + i] = to[i]);
  }
  if (n - tile * 1024 <= 1024 && lane == 0) *count = base + kept;
}
// M3: element by element, staged in shared memory by the warp.
template <int T, int B, bool HINT>
__global__ void __launch_bounds__(T)
    move_staged(const float* __restrict__ in, const unsigned* __restrict__ masks,
                const unsigned* __restrict__ bases, float* __restrict__ out, unsigned* count,
                size_t n) {
  __shared__ float stages[T * 32];
  const unsigned lane = threadIdx.x % 32, below = (1u << lane) - 1;
  const size_t tile = size_t(blockIdx.x) * (T / 32) + threadIdx.x / 32;
  if (tile * 1024 >= n) return;
  const unsigned own = masks[tile * 32 + lane], base = bases[tile];
  float* const stage = stages + threadIdx.x / 32 * 1024;
  unsigned position = 0;
  for (unsigned first = 0; first < 32; first += B) {
    float x[B];
#pragma unroll
    for (unsigned g = 0; g < B; ++g) {
      const unsigned mask = __shfl_sync(every_lane, own, first + g);
      const size_t i = tile * 1024 + (first + g) * 32 + lane;
      if (mask >> lane & 1) x[g] = HINT ? __ldcs(in + i) : in[i];
    }
#pragma unroll
    for (unsigned g = 0; g < B; ++g) {
      const unsigned mask = __shfl_sync(every_lane, own, first + g);
      if (mask >> lane & 1) stage[position + __popc(mask & below)] = x[g];
      position += __popc(mask);
    }
  }
  __syncwarp();
  for (unsigned i = lane; i < position; i += 32)
    HINT ? __stcs(out + base + i, stage[i]) : void(out[base + i] = stage[i]);
  if (n - tile * 1024 <= 1024 && lane == 0) *count = base + position;
}

// ---- single pass, staged while warp 0 looks back; states as in lab 08
enum State : unsigned { nothing, aggregate, prefix };
struct alignas(8) TileState {
  State state;
  unsigned sum;
};
using Ref = cuda::atomic_ref<TileState, cuda::thread_scope_device>;
__device__ inline unsigned look_back(TileState* states, int tile) {
  const int lane = threadIdx.x % 32;
  unsigned before = 0;
  for (int nearest = tile - 1;; nearest -= 32) {
    TileState seen = {prefix, 0};
    do {
      if (nearest >= lane) seen = Ref(states[nearest - lane]).load(cuda::memory_order_relaxed);
    } while (__any_sync(every_lane, seen.state == nothing));
    const unsigned prefixes = __ballot_sync(every_lane, seen.state == prefix);
    const int last = prefixes ? __ffs(prefixes) - 1 : 31;
    before += warp_sum(lane <= last ? seen.sum : 0);
    if (prefixes) return before;
  }
}
template <int T, int V, bool HINT_FLAGS>
__global__ void __launch_bounds__(T)
    single(const unsigned* flags, const float* in, float* out, unsigned* count, size_t n,
           TileState* states, unsigned* next, unsigned tiles) {
  extern __shared__ float stage[];
  __shared__ unsigned s_tile, s_before, parts[32];
  if (threadIdx.x == 0) s_tile = atomicAdd(next, 1u);
  __syncthreads();
  const unsigned tile = s_tile, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const size_t begin = (size_t(tile) * (T / 32) + warp) * V * 128 + 4 * lane;
  uint4 f[V];
  float4 x[V];
#pragma unroll
  for (int v = 0; v < V; ++v) {
    const size_t i = begin + v * 128;
    const uint4* p = reinterpret_cast<const uint4*>(flags + i);
    if (i + 4 <= n)
      f[v] = HINT_FLAGS ? __ldcs(p) : *p, x[v] = __ldcs(reinterpret_cast<const float4*>(in + i));
    else {
      f[v] = make_uint4(i < n ? flags[i] : 0, i + 1 < n ? flags[i + 1] : 0,
                        i + 2 < n ? flags[i + 2] : 0, 0);
      x[v] =
          make_float4(i < n ? in[i] : 0, i + 1 < n ? in[i + 1] : 0, i + 2 < n ? in[i + 2] : 0, 0);
    }
  }
  unsigned position[V], carry = 0;
#pragma unroll
  for (int v = 0; v < V; ++v) {
    const unsigned c = (f[v].x != 0) + (f[v].y != 0) + (f[v].z != 0) + (f[v].w != 0),
                   upto = inclusive(c);
    position[v] = carry + upto - c;
    carry += __shfl_sync(every_lane, upto, 31);
  }
  if (lane == 0) parts[warp] = carry;
  __syncthreads();
  const unsigned warps = inclusive(lane < T / 32 ? parts[lane] : 0),
                 total = __shfl_sync(every_lane, warps, 31);
  const unsigned left = warp > 0 ? __shfl_sync(every_lane, warps, warp - 1) : 0;
  if (warp == 0) {
    Ref state(states[tile]);
    if (lane == 0) state.store({aggregate, total}, cuda::memory_order_relaxed);
    const unsigned sum = look_back(states, tile);
    if (lane == 0) {
      state.store({prefix, sum + total}, cuda::memory_order_relaxed);
      s_before = sum;
      if (tile == tiles - 1) *count = sum + total;
    }
  }
#pragma unroll
  for (int v = 0; v < V; ++v) {
    unsigned p = left + position[v];
    if (f[v].x) stage[p++] = x[v].x;
    if (f[v].y) stage[p++] = x[v].y;
    if (f[v].z) stage[p++] = x[v].z;
    if (f[v].w) stage[p++] = x[v].w;
  }
  __syncthreads();
  for (unsigned i = threadIdx.x; i < total; i += T) __stcs(out + s_before + i, stage[i]);
}
__global__ void scatter(const unsigned* flags, const float* in, const unsigned* positions,
                        float* out, unsigned* count, size_t n) {
  const size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n && flags[i]) out[positions[i]] = in[i];
  if (i == n - 1) *count = positions[i] + (flags[i] != 0);
}
}  // namespace ours

struct Layout {
  unsigned *masks, *counts;
  size_t tiles;
  explicit Layout(const Args& a)
      : masks(static_cast<unsigned*>(a.workspace)), counts(nullptr), tiles((a.n + 1023) / 1024) {
    counts = masks + 32 * tiles;
  }
  unsigned grid(int t) const { return unsigned((tiles + t / 32 - 1) / (t / 32)); }
};
static unsigned* count_of(const Args& a) { return reinterpret_cast<unsigned*>(a.result); }
template <int T, int B, bool HM, bool HINT, bool ALWAYS>
void add_move(tune::Tuning& t) {
  char name[80];
  std::snprintf(name, sizeof name, "M1 T%d B%d%s%s%s", T, B, HM ? " mark-cs" : "",
                HINT ? " move-cs" : "", ALWAYS ? " always" : "");
  t.add(name, [](const Args& a) {
    const Layout l(a);
    ours::mark<T, HM><<<l.grid(T), T>>>(a.flags, l.masks, l.counts, a.n);
    ours::scan_counts<16>(l.counts, l.tiles);
    ours::move<T, B, HINT, ALWAYS>
        <<<l.grid(T), T>>>(a.in, l.masks, l.counts, a.out, count_of(a), a.n);
  });
}
template <int T, bool HM, bool HINT, bool STAGE>
void add_move4(tune::Tuning& t) {
  char name[80];
  std::snprintf(name, sizeof name, "M2 float4 T%d%s%s%s", T, HM ? " mark-cs" : "",
                HINT ? " move-cs" : "", STAGE ? " staged" : "");
  t.add(name, [](const Args& a) {
    const Layout l(a);
    ours::mark4<T, HM><<<l.grid(T), T>>>(a.flags, l.masks, l.counts, a.n);
    ours::scan_counts<16>(l.counts, l.tiles);
    ours::move4<T, HINT, STAGE><<<l.grid(T), T>>>(a.in, l.masks, l.counts, a.out, count_of(a), a.n);
  });
}
template <int T, int B, bool HINT>
void add_staged(tune::Tuning& t) {
  char name[80];
  std::snprintf(name, sizeof name, "M3 staged T%d B%d%s", T, B, HINT ? " cs" : "");
  t.add(name, [](const Args& a) {
    const Layout l(a);
    ours::mark<T, HINT><<<l.grid(T), T>>>(a.flags, l.masks, l.counts, a.n);
    ours::scan_counts<16>(l.counts, l.tiles);
    ours::move_staged<T, B, HINT>
        <<<l.grid(T), T>>>(a.in, l.masks, l.counts, a.out, count_of(a), a.n);
  });
}
template <int T, int V, bool HF>
void add_single(tune::Tuning& t) {
  const auto kernel = ours::single<T, V, HF>;
  const int shared = T * V * 16;
  CK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, shared));
  char name[80];
  std::snprintf(name, sizeof name, "single pass T%d V%d%s", T, V, HF ? " flags-cs" : "");
  t.add(name, [=](const Args& a) {
    const size_t tiles = (a.n + T * V * 4 - 1) / (T * V * 4);
    CK(cudaMemsetAsync(a.workspace, 0, tiles * 8 + 4));
    auto* states = static_cast<ours::TileState*>(a.workspace);
    kernel<<<unsigned(tiles), T, shared>>>(a.flags, a.in, a.out, count_of(a), a.n, states,
                                           reinterpret_cast<unsigned*>(states + tiles),
                                           unsigned(tiles));
  });
}
int main() {
  tune::Tuning t(tune::Kind::compact);
  t.ceiling("copy T512 U4", [](const Args& a) { tune::copy<512, 4>(a.in, a.out, a.n); });
  t.ceiling("copy T256 U2", [](const Args& a) { tune::copy<256, 2>(a.in, a.out, a.n); });
  t.add("CUB Flagged", [](const Args& a) {
    size_t b = size_t{256} << 20;
    CK(cub::DeviceSelect::Flagged(a.workspace, b, a.in, a.flags, a.out, count_of(a), int(a.n)));
  });
  t.add("solution", [](const Args& a) {
    solution::compact(a.flags, a.in, a.out, count_of(a), a.n, a.workspace);
  });
  add_move<256, 32, false, false, false>(t);  // with 16 counts a thread in the scan
  t.run("07 stream compaction, half kept", "copy", "CUB", 10.0 / 8.0);
}
