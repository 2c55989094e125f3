// Labs 05 and 04: candidates.
#include "harness.cuh"
namespace solution {
#include "../../solutions/05_multi_block_scan/multi_block_scan.cu"
}
namespace lesson {
#include "../../benchmarks/kernels/05_multi_block_scan/lesson.cu"
}
namespace lab04 {
#include "../../solutions/04_blelloch_scan/blelloch_scan.cu"
}
using tune::Args;
constexpr unsigned every_lane = 0xffffffffu;

namespace seed {
template <bool PADDED>
__global__ void block_kernel(const float* in, float* out, float* sums, size_t n) {
  extern __shared__ float temp[];
  const auto at = [](unsigned i) { return PADDED ? i + i / 32 : i; };
  const unsigned tid = threadIdx.x;
  const size_t start = size_t(blockIdx.x) * blockDim.x * 2, i1 = start + tid, i2 = i1 + blockDim.x;
  temp[at(tid)] = i1 < n ? in[i1] : 0.0f;
  temp[at(tid + blockDim.x)] = i2 < n ? in[i2] : 0.0f;
  __syncthreads();
  unsigned offset = 1;
  const unsigned total = blockDim.x * 2;
  for (unsigned d = total >> 1; d > 0; d >>= 1) {
    if (tid < d) temp[at(offset * (2 * tid + 2) - 1)] += temp[at(offset * (2 * tid + 1) - 1)];
    offset <<= 1;
    __syncthreads();
  }
  if (tid == 0) {
    if (sums) sums[blockIdx.x] = temp[at(total - 1)];
    temp[at(total - 1)] = 0.0f;
  }
  __syncthreads();
  for (unsigned d = 1; d < total; d <<= 1) {
    offset >>= 1;
    if (tid < d) {
      const unsigned a = at(offset * (2 * tid + 1) - 1), b = at(offset * (2 * tid + 2) - 1);
      const float t = temp[a];
      temp[a] = temp[b];
      temp[b] += t;
    }
    __syncthreads();
  }
  if (i1 < n) out[i1] = temp[at(tid)];
  if (i2 < n) out[i2] = temp[at(tid + blockDim.x)];
}
__global__ void add_kernel(float* data, const float* offsets, size_t n, int per_block) {
  const size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) data[i] += offsets[i / per_block];
}
template <bool PADDED>
void scan(const float* in, float* out, size_t n, int block_size, float* temp) {
  const int per = block_size * 2;
  const size_t blocks = (n + per - 1) / per;
  float *sums = temp, *offsets = temp + blocks;
  block_kernel<PADDED>
      <<<unsigned(blocks), block_size, (per + per / 32) * sizeof(float)>>>(in, out, sums, n);
  if (blocks > 1) {
    scan<PADDED>(sums, offsets, blocks, block_size, temp + 2 * blocks);
    add_kernel<<<unsigned((n + 255) / 256), 256>>>(out, offsets, n, per);
  }
}
}  // namespace seed

namespace ours {
__device__ inline float inclusive(float v) {
#pragma unroll
  for (unsigned d = 1; d < 32; d *= 2) {
    const float left = __shfl_up_sync(every_lane, v, d);
    if (threadIdx.x % 32 >= d) v += left;
  }
  return v;
}
template <bool HINT>
__device__ inline float4 read4(const float* in, size_t i, size_t n) {
  if (i + 4 <= n) {
    const float4* p = reinterpret_cast<const float4*>(in + i);
    return HINT ? __ldcs(p) : *p;
  }
  return make_float4(i < n ? in[i] : 0, i + 1 < n ? in[i + 1] : 0, i + 2 < n ? in[i + 2] : 0, 0);
}
template <bool HINT>
__device__ inline void write4(float* out, size_t i, size_t n, float4 x) {
  if (i + 4 <= n) {
    float4* p = reinterpret_cast<float4*>(out + i);
    return HINT ? __stcs(p, x) : void(*p = x);
  }
  if (i < n) out[i] = x.x;
  if (i + 1 < n) out[i + 1] = x.y;
  if (i + 2 < n) out[i + 2] = x.z;
}
// Sum of each tile. Tiles of T * V * 4.
template <int T, int V, bool HINT>
__global__ void __launch_bounds__(T) reduce_kernel(const float* in, float* sums, size_t n) {
  __shared__ float parts[32];
  const size_t begin = size_t(blockIdx.x) * T * V * 4 + 4 * threadIdx.x;
  float4 x[V];
#pragma unroll
  for (int v = 0; v < V; ++v) x[v] = read4<HINT>(in, begin + v * T * 4, n);
  float sum = 0;
#pragma unroll
  for (int v = 0; v < V; ++v) sum += (x[v].x + x[v].y) + (x[v].z + x[v].w);
  sum = inclusive(sum);
  if (threadIdx.x % 32 == 31) parts[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x < 32) {
    sum = inclusive(threadIdx.x < T / 32 ? parts[threadIdx.x] : 0);
    if (threadIdx.x == 31) sums[blockIdx.x] = sum;
  }
}
// The same by blocks that each sum several tiles' worth: G tiles one after the other.
template <int T, int V, bool HINT, bool BACK>
__global__ void __launch_bounds__(T)
    scan_kernel(const float* in, float* out, const float* bases, size_t n) {
  __shared__ float parts[32];
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const unsigned tile = BACK ? gridDim.x - 1 - blockIdx.x : blockIdx.x;
  const size_t begin = (size_t(tile) * (T / 32) + warp) * V * 128 + 4 * lane;
  const float base = bases ? bases[tile] : 0;
  float4 x[V];
#pragma unroll
  for (int v = 0; v < V; ++v) x[v] = read4<HINT>(in, begin + v * 128, n);
  float carry = 0;
#pragma unroll
  for (int v = 0; v < V; ++v) {
    const float4 i = x[v];
    const float own = (i.x + i.y) + (i.z + i.w), upto = inclusive(own);
    const float left = __shfl_up_sync(every_lane, upto, 1);
    const float a = carry + (lane > 0 ? left : 0), b = a + i.x, c = b + i.y, d = c + i.z;
    x[v] = make_float4(a, b, c, d);
    carry += __shfl_sync(every_lane, upto, 31);
  }
  if (lane == 31) parts[warp] = carry;
  __syncthreads();
  const float warps = inclusive(lane < T / 32 ? parts[lane] : 0);
  const float before = base + (warp > 0 ? __shfl_sync(every_lane, warps, warp - 1) : 0);
#pragma unroll
  for (int v = 0; v < V; ++v)
    write4<HINT>(out, begin + v * 128, n,
                 make_float4(before + x[v].x, before + x[v].y, before + x[v].z, before + x[v].w));
}
template <int T, int V, bool HINT_READ, bool HINT, bool BACK>
void scan(const float* in, float* out, size_t n, float* sums) {
  const size_t tile = size_t(T) * V * 4, tiles = (n + tile - 1) / tile;
  if (tiles > 1) {
    reduce_kernel<T, V, HINT_READ><<<unsigned(tiles), T>>>(in, sums, n);
    scan<T, V, false, false, BACK>(sums, sums, tiles, sums + (tiles + 3) / 4 * 4);
  }
  scan_kernel<T, V, HINT, BACK><<<unsigned(tiles), T>>>(in, out, tiles > 1 ? sums : nullptr, n);
}
// Scan of the tiles first, bases added to 4 floats a thread: 4 n words.
template <int T, int V>
__global__ void __launch_bounds__(T)
    first_kernel(const float* in, float* out, float* sums, size_t n) {
  __shared__ float parts[32];
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const size_t begin = (size_t(blockIdx.x) * (T / 32) + warp) * V * 128 + 4 * lane;
  float4 x[V];
#pragma unroll
  for (int v = 0; v < V; ++v) x[v] = read4<true>(in, begin + v * 128, n);
  float carry = 0;
#pragma unroll
  for (int v = 0; v < V; ++v) {
    const float4 i = x[v];
    const float own = (i.x + i.y) + (i.z + i.w), upto = inclusive(own);
    const float left = __shfl_up_sync(every_lane, upto, 1);
    const float a = carry + (lane > 0 ? left : 0), b = a + i.x, c = b + i.y, d = c + i.z;
    x[v] = make_float4(a, b, c, d);
    carry += __shfl_sync(every_lane, upto, 31);
  }
  if (lane == 31) parts[warp] = carry;
  __syncthreads();
  const float warps = inclusive(lane < T / 32 ? parts[lane] : 0);
  const float before = warp > 0 ? __shfl_sync(every_lane, warps, warp - 1) : 0;
  if (threadIdx.x == T - 1 && sums) sums[blockIdx.x] = before + carry;
#pragma unroll
  for (int v = 0; v < V; ++v)
    write4<false>(out, begin + v * 128, n,
                  make_float4(before + x[v].x, before + x[v].y, before + x[v].z, before + x[v].w));
}
template <int T, int V>
__global__ void __launch_bounds__(T) bases_kernel(float* out, const float* bases, size_t n) {
  const unsigned tile = gridDim.x - 1 - blockIdx.x;
  const size_t begin = size_t(tile) * T * V * 4 + 4 * threadIdx.x;
  const float base = bases[tile];
  float4 x[V];
#pragma unroll
  for (int v = 0; v < V; ++v) x[v] = read4<true>(out, begin + v * T * 4, n);
#pragma unroll
  for (int v = 0; v < V; ++v)
    write4<true>(out, begin + v * T * 4, n,
                 make_float4(base + x[v].x, base + x[v].y, base + x[v].z, base + x[v].w));
}
template <int T, int V>
void scan_first(const float* in, float* out, size_t n, float* sums) {
  const size_t tile = size_t(T) * V * 4, tiles = (n + tile - 1) / tile;
  first_kernel<T, V><<<unsigned(tiles), T>>>(in, out, tiles > 1 ? sums : nullptr, n);
  if (tiles == 1) return;
  scan<T, V, false, false, false>(sums, sums, tiles, sums + (tiles + 3) / 4 * 4);
  bases_kernel<T, V><<<unsigned(tiles), T>>>(out, sums, n);
}
}  // namespace ours

template <int T, int V, bool HINT_READ, bool HINT, bool BACK>
void add(tune::Tuning& t) {
  char name[80];
  std::snprintf(name, sizeof name, "reduce, scan T%d V%d%s%s%s", T, V, HINT_READ ? " ldcs" : "",
                HINT ? " cs" : "", BACK ? " back" : "");
  t.add(name, [](const Args& a) {
    ours::scan<T, V, HINT_READ, HINT, BACK>(a.in, a.out, a.n, static_cast<float*>(a.workspace));
  });
}
int main() {
  tune::Tuning t(tune::Kind::scan);
  t.ceiling("copy T512 U4", [](const Args& a) { tune::copy<512, 4>(a.in, a.out, a.n); });
  t.ceiling("copy T256 U2", [](const Args& a) { tune::copy<256, 2>(a.in, a.out, a.n); });
  t.add("CUB ExclusiveSum", [](const Args& a) {
    size_t b = size_t{256} << 20;
    CK(cub::DeviceScan::ExclusiveSum(a.workspace, b, a.in, a.out, int(a.n)));
  });
  t.add("seed preallocated T256", [](const Args& a) {
    seed::scan<false>(a.in, a.out, a.n, 256, static_cast<float*>(a.workspace));
  });
  t.add("seed padded T256", [](const Args& a) {
    seed::scan<true>(a.in, a.out, a.n, 256, static_cast<float*>(a.workspace));
  });
  for (const int b : {128, 256, 512, 1024})
    t.add("solution T" + std::to_string(b),
          [=](const Args& a) { solution::exclusive_scan(a.in, a.out, a.n, b, a.workspace); });
  for (const int b : {128, 256, 512})
    t.add("lesson T" + std::to_string(b),
          [=](const Args& a) { lesson::exclusive_scan(a.in, a.out, a.n, b, a.workspace); });
  for (const int b : {128, 256, 512}) {
    t.ceiling("04 solution T" + std::to_string(b), [=](const Args& a) {
      lab04::tile_scan(a.in, a.out, static_cast<float*>(a.workspace), a.n, b);
    });
    t.ceiling("04 seed unpadded T" + std::to_string(b), [=](const Args& a) {
      seed::block_kernel<false><<<unsigned((a.n + 2 * b - 1) / (2 * b)), b, 2 * b * 4>>>(
          a.in, a.out, static_cast<float*>(a.workspace), a.n);
    });
  }
  t.ceiling("04 seed padded T256", [=](const Args& a) {
    seed::block_kernel<true><<<unsigned((a.n + 511) / 512), 256, 2112>>>(
        a.in, a.out, static_cast<float*>(a.workspace), a.n);
  });
  add<256, 4, false, true, false>(t);
  add<256, 4, true, true, false>(t);
  add<512, 4, true, true, false>(t);
  add<128, 8, true, true, false>(t);
  t.run("05 multi-block scan (and 04)", "copy", "CUB");
}
