// Labs 03 and 06, and 01 and 02 against the seeds: candidates. -DSUM or -DMIN_MAX.
#include "harness.cuh"
#ifdef SUM
namespace solution {
#include "../../solutions/03_float4_reduction/float4_reduction.cu"
}
namespace lab01 {
#include "../../solutions/01_atomic_sum/atomic_sum.cu"
}
namespace lab02 {
#include "../../solutions/02_shared_reduction/shared_reduction.cu"
}
#else
namespace solution {
#include "../../solutions/06_min_max/min_max.cu"
}
#endif
using tune::Args;
constexpr unsigned every_lane = 0xffffffffu;

namespace seed {
__global__ void atomic_kernel(const float* in, float* sum, int n) {
  const int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i < n) atomicAdd(sum, in[i]);
}
__device__ void tree(float* s, float* sum) {
  __syncthreads();
  for (int stride = blockDim.x / 2; stride > 0; stride >>= 1) {
    if (threadIdx.x < stride) s[threadIdx.x] += s[threadIdx.x + stride];
    __syncthreads();
  }
  if (threadIdx.x == 0) atomicAdd(sum, s[0]);
}
__global__ void shared_kernel(const float* in, float* sum, int n) {
  __shared__ float s[256];
  const int i = threadIdx.x + blockIdx.x * blockDim.x;
  s[threadIdx.x] = i < n ? in[i] : 0.0f;
  tree(s, sum);
}
__global__ void float4_kernel(const float* in, float* sum, int n) {
  __shared__ float s[256];
  const int i = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
  float x = 0.0f;
  if (i + 3 < n) {
    const float4 v = *reinterpret_cast<const float4*>(in + i);
    x = v.x + v.y + v.z + v.w;
  }
  s[threadIdx.x] = x;
  tree(s, sum);
}
template <bool first>
__global__ void min_max_kernel(const float* in, const float2* in2, unsigned n, float2* out) {
  __shared__ float low[64], high[64];
  const unsigned t = threadIdx.x, i = blockIdx.x * 64 + t;
  float a = INFINITY, b = -INFINITY;
  if (i < n) {
    if (first)
      a = b = in[i];
    else
      a = in2[i].x, b = in2[i].y;
  }
  low[t] = a, high[t] = b;
  __syncthreads();
  for (unsigned o = 32; o > 0; o /= 2) {
    if (t < o) low[t] = fminf(low[t], low[t + o]), high[t] = fmaxf(high[t], high[t + o]);
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = make_float2(low[0], high[0]);
}
__global__ void split(const float2* r, float* a, float* b) { *a = r->x, *b = r->y; }
void min_max(const Args& a) {  // the split is this interface's and counts little
  unsigned m = unsigned((a.n + 63) / 64);
  float2* out = static_cast<float2*>(a.workspace);
  min_max_kernel<true><<<m, 64>>>(a.in, nullptr, unsigned(a.n), out);
  while (m > 1) {
    const float2* in = out;
    out += m;
    const unsigned k = (m + 63) / 64;
    min_max_kernel<false><<<k, 64>>>(nullptr, in, m, out);
    m = k;
  }
  split<<<1, 1>>>(out, a.result, a.result + 4);
}
}  // namespace seed

namespace ours {
struct Sum {
  using Value = float;
  static __device__ float identity() { return 0.0f; }
  static __device__ float combined(float a, float b) { return a + b; }
  static __device__ float of(float4 v) { return (v.x + v.y) + (v.z + v.w); }
  static __device__ float one(float x) { return x; }
  static __device__ float down(float a, int d) { return __shfl_down_sync(every_lane, a, d); }
};
struct Range {
  using Value = float2;
  static __device__ float2 identity() { return {INFINITY, -INFINITY}; }
  static __device__ float2 combined(float2 a, float2 b) {
    return {fminf(a.x, b.x), fmaxf(a.y, b.y)};
  }
  static __device__ float2 of(float4 v) {
    return {fminf(fminf(v.x, v.y), fminf(v.z, v.w)), fmaxf(fmaxf(v.x, v.y), fmaxf(v.z, v.w))};
  }
  static __device__ float2 one(float x) { return {x, x}; }
  static __device__ float2 down(float2 a, int d) {
    return {__shfl_down_sync(every_lane, a.x, d), __shfl_down_sync(every_lane, a.y, d)};
  }
};
enum Form { unrolled, batched, tiled };
template <class Op, int T, int U, int FORM, bool HINT>
__device__ typename Op::Value of_thread(const float* in, size_t n) {
  typename Op::Value value = Op::identity();
  const size_t index = size_t(blockIdx.x) * T + threadIdx.x, threads = size_t(gridDim.x) * T;
  const size_t off = reinterpret_cast<std::uintptr_t>(in) % 16 / 4;
  const size_t head = min(off ? 4 - off : 0, n);
  const float4* groups = reinterpret_cast<const float4*>(in + head);
  const size_t count = (n - head) / 4;
  const auto load = [](const float4* p) { return HINT ? __ldcs(p) : *p; };
  if (FORM == unrolled) {
#pragma unroll U
    for (size_t g = index; g < count; g += threads) {
      const float4 v = load(groups + g);
      value = Op::combined(value, Op::of(v));
    }
  } else if (FORM == batched) {
    size_t g = index;
    for (; g + (U - 1) * threads < count; g += U * threads) {
      float4 v[U];
#pragma unroll
      for (int u = 0; u < U; ++u) v[u] = load(groups + g + u * threads);
#pragma unroll
      for (int u = 0; u < U; ++u) value = Op::combined(value, Op::of(v[u]));
    }
    for (; g < count; g += threads) value = Op::combined(value, Op::of(groups[g]));
  } else {
    const size_t tiles = count / (T * U);
    for (size_t t = blockIdx.x; t < tiles; t += gridDim.x) {
      float4 v[U];
#pragma unroll
      for (int u = 0; u < U; ++u) v[u] = load(groups + (t * U + u) * T + threadIdx.x);
#pragma unroll
      for (int u = 0; u < U; ++u) value = Op::combined(value, Op::of(v[u]));
    }
    for (size_t g = tiles * T * U + index; g < count; g += threads)
      value = Op::combined(value, Op::of(groups[g]));
  }
  if (index < head) value = Op::combined(value, Op::one(in[index]));
  if (head + 4 * count + index < n)
    value = Op::combined(value, Op::one(in[head + 4 * count + index]));
  return value;
}
template <class Op, int T>
__device__ typename Op::Value of_block(typename Op::Value a) {
  __shared__ typename Op::Value s[T / 32];
  for (int d = 16; d > 0; d /= 2) a = Op::combined(a, Op::down(a, d));
  if (threadIdx.x % 32 == 0) s[threadIdx.x / 32] = a;
  __syncthreads();
  if (threadIdx.x < 32) {
    a = threadIdx.x < T / 32 ? s[threadIdx.x] : Op::identity();
    for (int d = 16; d > 0; d /= 2) a = Op::combined(a, Op::down(a, d));
  }
  return a;
}
template <int T, int U, int FORM, bool HINT>
__global__ void __launch_bounds__(T) sum_kernel(const float* in, float* sum, size_t n) {
  const float a = of_block<Sum, T>(of_thread<Sum, T, U, FORM, HINT>(in, n));
  if (threadIdx.x == 0) atomicAdd(sum, a);
}
template <int T, int U, int FORM, bool HINT>
__global__ void __launch_bounds__(T)
    range_kernel(const float* in, float* low, float* high, size_t n) {
  const float2 a = of_block<Range, T>(of_thread<Range, T, U, FORM, HINT>(in, n));
  if (threadIdx.x == 0) low[blockIdx.x] = a.x, high[blockIdx.x] = a.y;
}
__global__ void zero_kernel(float* p) { *p = 0; }
}  // namespace ours

template <int T, int U, int FORM, bool HINT>
void add(tune::Tuning& t, unsigned limit, bool zero_by_kernel = false) {
  char name[80];
  std::snprintf(name, sizeof name, "%s T%d U%d grid %u%s%s",
                FORM == ours::unrolled  ? "unrolled"
                : FORM == ours::batched ? "batched"
                                        : "tiled",
                T, U, limit, HINT ? " ldcs" : "", zero_by_kernel ? " zero kernel" : "");
  const auto grid = [=](size_t n) {
    if (FORM == ours::tiled)
      return unsigned(std::max<size_t>(
          1, std::min<size_t>(limit, n / 4 / (T * U))));  // no block without a tile
    return unsigned(std::max<size_t>(
        1, std::min<size_t>(limit,
                            (n / 4 + T * (FORM == 0 ? 1 : U) - 1) / (T * (FORM == 0 ? 1 : U)))));
  };
#ifdef SUM
  t.add(name, [=](const Args& a) {
    if (zero_by_kernel)
      ours::zero_kernel<<<1, 1>>>(a.result);
    else
      CK(cudaMemsetAsync(a.result, 0, 4));
    ours::sum_kernel<T, U, FORM, HINT><<<grid(a.n), T>>>(a.in, a.result, a.n);
  });
#else
  t.add(name, [=](const Args& a) {
    const unsigned g = grid(a.n);
    float* s = static_cast<float*>(a.workspace);
    if (g > 1) ours::range_kernel<T, U, FORM, HINT><<<g, T>>>(a.in, s, s + g, a.n);
    ours::range_kernel<T, U, FORM, HINT>
        <<<1, T>>>(g > 1 ? s : a.in, a.result, a.result + 4, g > 1 ? 2 * g : a.n);
  });
#endif
}
struct RangeOp {
  __host__ __device__ float2 operator()(float2 a, float2 b) const {
    return {fminf(a.x, b.x), fmaxf(a.y, b.y)};
  }
};
struct AsRange {
  __host__ __device__ float2 operator()(float x) const { return {x, x}; }
};
int main() {
  namespace o = ours;
#ifdef SUM
  tune::Tuning t(tune::Kind::sum);
#else
  tune::Tuning t(tune::Kind::min_max);
#endif
  for (const int k : {2, 4})
    t.ceiling("read only " + std::to_string(k) + " per SM", [=](const Args& a) {
      tune::read_only<<<unsigned(std::max<size_t>(
                            1, std::min<size_t>(a.n / 8192, size_t(k) * tune::sms))),
                        512>>>(a.in, a.n, a.result + 8);
    });
#ifdef SUM
  t.add("CUB Sum", [](const Args& a) {
    size_t b = size_t{256} << 20;
    CK(cub::DeviceReduce::Sum(a.workspace, b, a.in, a.result, int(a.n)));
  });
  for (const int b : {128, 256, 512, 1024})
    t.add("solution T" + std::to_string(b),
          [=](const Args& a) { solution::array_sum(a.in, a.result, a.n, b); });
  t.add("lab 02 solution T256", [=](const Args& a) { lab02::array_sum(a.in, a.result, a.n, 256); });
  t.ceiling("seed shared (with memset)", [](const Args& a) {
    CK(cudaMemsetAsync(a.result, 0, 4));
    seed::shared_kernel<<<unsigned((a.n + 255) / 256), 256>>>(a.in, a.result, int(a.n));
  });
  t.ceiling("seed float4 (with memset)", [](const Args& a) {
    CK(cudaMemsetAsync(a.result, 0, 4));
    seed::float4_kernel<<<unsigned((a.n / 4 + 255) / 256), 256>>>(a.in, a.result, int(a.n));
  });
  t.ceiling("lab 01 solution T256 (to 2^22)", [=](const Args& a) {
    if (a.n <= 1 << 22) lab01::array_sum(a.in, a.result, a.n, 256);
  });
  t.ceiling("seed atomic (to 2^22)", [=](const Args& a) {
    CK(cudaMemsetAsync(a.result, 0, 4));
    if (a.n <= 1 << 22)
      seed::atomic_kernel<<<unsigned((a.n + 255) / 256), 256>>>(a.in, a.result, int(a.n));
  });
#else
  t.ceiling("CUB TransformReduce pair", [](const Args& a) {
    size_t b = size_t{128} << 20;
    float2* r = reinterpret_cast<float2*>(static_cast<char*>(a.workspace) + b);
    CK(cub::DeviceReduce::TransformReduce(a.workspace, b, a.in, r, int(a.n), RangeOp{}, AsRange{},
                                          make_float2(INFINITY, -INFINITY)));
  });
  t.add("solution",
        [](const Args& a) { solution::min_max(a.in, a.result, a.result + 4, a.n, a.workspace); });
  t.ceiling("seed 64 threads, many launches", [](const Args& a) { seed::min_max(a); });
#endif
  add<512, 4, o::tiled, true>(t, 528);
  add<512, 4, o::tiled, true>(t, 1056);
  add<512, 4, o::tiled, true>(t, 2112);
  add<512, 4, o::tiled, true>(t, 8192);
  add<512, 4, o::tiled, true>(t, 1u << 20);
  add<1024, 4, o::tiled, true>(t, 264);
  add<256, 4, o::tiled, true>(t, 1056);
  add<256, 4, o::tiled, true>(t, 2112);
#ifdef SUM
  t.run("03 float4 reduction (and 01, 02)", "read only", "CUB");
#else
  t.run("06 min and max", "read only", "CUB");
#endif
}
