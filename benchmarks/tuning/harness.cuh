// Measures candidates interleaved in rounds, on cold data (rotating 2 GiB pools), each call with
// its own pair of events behind a bounded spin kernel; checks them on exact data first and last.
#pragma once
#include <cuda_runtime.h>
#include <cub/cub.cuh>
#include <cuda/atomic>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#define CK(x)                                                                        \
  do {                                                                               \
    const cudaError_t e_ = (x);                                                      \
    if (e_ != cudaSuccess) {                                                         \
      std::printf("%s:%d %s: %s\n", __FILE__, __LINE__, #x, cudaGetErrorString(e_)); \
      std::exit(2);                                                                  \
    }                                                                                \
  } while (0)

namespace tune {

using u64 = unsigned long long;
inline int sms = 1;

__host__ __device__ inline uint32_t mix(u64 x) {
  x += 0x9E3779B97F4A7C15ull;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ull;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBull;
  return uint32_t((x ^ (x >> 31)) >> 32);
}
__global__ void fill_uniform(float* p, size_t n, u64 seed) {
  for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i < n;
       i += size_t(gridDim.x) * blockDim.x)
    p[i] = (mix(seed + i) >> 8) * 5.9604644775390625e-8f;
}
__global__ void fill_bits(float* p, size_t n, u64 seed, uint32_t threshold) {
  for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i < n;
       i += size_t(gridDim.x) * blockDim.x)
    p[i] = mix(seed + i) < threshold ? 1.0f : 0.0f;
}
__global__ void fill_flags(unsigned* p, size_t n, u64 seed) {
  for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i < n;
       i += size_t(gridDim.x) * blockDim.x)
    p[i] = mix(seed + i) & 1;
}
__global__ void count_differences(const unsigned* a, const unsigned* b, size_t n, u64* bad) {
  u64 mine = 0;
  for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i < n;
       i += size_t(gridDim.x) * blockDim.x)
    mine += a[i] != b[i];
  if (mine) atomicAdd(bad, mine);
}
__global__ void spin(unsigned us) {
  u64 begin, now;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(begin));
  do asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
  while (now - begin < u64(us) * 1000);
}
__global__ void read_only(const float* in, size_t n, float* sink) {  // ceiling of reductions
  const int4* p = reinterpret_cast<const int4*>(in);
  const size_t tiles = n / (512 * 4 * 4);
  int acc = 0;
  for (size_t t = blockIdx.x; t < tiles; t += gridDim.x) {
    int4 v[4];
#pragma unroll
    for (int u = 0; u < 4; ++u) v[u] = __ldcs(p + (t * 4 + u) * 512 + threadIdx.x);
#pragma unroll
    for (int u = 0; u < 4; ++u) acc |= v[u].x | v[u].y | v[u].z | v[u].w;
  }
  if (acc == -12345) *sink = 1;  // never: the sign bit stays clear
}
template <int T, int U>
__global__ __launch_bounds__(T) void copy4(const float* in, float* out, size_t n) {
  const float4* p = reinterpret_cast<const float4*>(in);
  float4* q = reinterpret_cast<float4*>(out);
  const size_t tiles = n / (size_t(T) * U * 4);
  for (size_t t = blockIdx.x; t < tiles; t += gridDim.x) {
    float4 v[U];
#pragma unroll
    for (int u = 0; u < U; ++u) v[u] = __ldcs(p + (t * U + u) * T + threadIdx.x);
#pragma unroll
    for (int u = 0; u < U; ++u) __stcs(q + (t * U + u) * T + threadIdx.x, v[u]);
  }
}
template <int T, int U>
void copy(const float* in, float* out, size_t n) {
  copy4<T, U><<<unsigned(std::max<size_t>(1, n / (size_t(T) * U * 4))), T>>>(in, out, n);
}

// What a call works on: set s of the pools.
struct Args {
  const float* in;
  const unsigned* flags;
  float* out;
  float* result;  // two floats, 16 bytes apart; an unsigned count for compaction
  size_t n;
  void* workspace;
};
using Call = std::function<void(const Args&)>;
using Bytes = std::function<size_t(size_t)>;

struct Candidate {
  std::string name;
  Call call;
  Bytes bytes = [](size_t) { return size_t{0}; };  // of workspace
  bool checked = true;                             // ceilings are not
  std::vector<double> us{};
  int bad = 0;
  double median() {
    if (us.empty()) return NAN;
    std::sort(us.begin(), us.end());
    return us[us.size() / 2];
  }
  // The interquartile range over the median.
  double spread() {
    const double middle = median();
    return us.empty() ? 0 : (us[us.size() * 3 / 4] - us[us.size() / 4]) / middle;
  }
};

enum class Kind { sum, min_max, scan, compact };

class Tuning {
 public:
  explicit Tuning(Kind kind) : kind_(kind) {
    cudaDeviceProp p;
    CK(cudaGetDeviceProperties(&p, 0));
    sms = p.multiProcessorCount;
    pool_ = size_t{1} << (std::getenv("POOL") ? std::atoi(std::getenv("POOL")) : 29);
    CK(cudaMalloc(&in_, pool_ * 4));
    if (kind == Kind::scan || kind == Kind::compact) CK(cudaMalloc(&out_, pool_ * 4));
    if (kind == Kind::compact) CK(cudaMalloc(&flags_, pool_ * 4));
    CK(cudaMalloc(&expected_, (size_t{1} << 28) * 4));
    CK(cudaMalloc(&workspace_, workspace_bytes));
    CK(cudaMalloc(&result_, 256));
    CK(cudaMalloc(&bad_, 8));
    for (auto& e : events_) CK(cudaEventCreate(&e));
  }
  void add(
      std::string name, Call call, Bytes bytes = [](size_t) { return size_t{0}; }) {
    candidates_.push_back({std::move(name), std::move(call), std::move(bytes)});
  }
  void ceiling(std::string name, Call call) {
    candidates_.push_back(
        {std::move(name), std::move(call), [](size_t) { return size_t{0}; }, false});
  }
  void unchecked() { candidates_.back().checked = false; }
  // ONLY="copy,CUB,B st": keeps the candidates whose names begin so.
  void keep_only() {
    const char* only = std::getenv("ONLY");
    if (!only) return;
    const std::string wanted = std::string(",") + only + ",";
    const auto dropped = [&](const Candidate& c) {
      for (size_t at = 1; at < wanted.size();) {
        const size_t end = wanted.find(',', at);
        if (end > at && c.name.rfind(wanted.substr(at, end - at), 0) == 0) return false;
        at = end + 1;
      }
      return true;
    };
    candidates_.erase(std::remove_if(candidates_.begin(), candidates_.end(), dropped),
                      candidates_.end());
  }
  // Candidates whose names begin with `top` and `cub` are what ratios are taken of.
  void run(const char* title, const char* top, const char* cub, double ceiling_factor = 1.0) {
    keep_only();
    const auto t0 = std::chrono::steady_clock::now();
    for (const size_t n :
         {size_t{1}, size_t{5}, size_t{1000}, size_t{4099}, size_t{1000003}, (size_t{1} << 22) - 7})
      check(n);
    std::vector<int> sizes{20, 22, 24, 26, 28};
    if (const char* only = std::getenv("LOG2N")) sizes = {std::atoi(only)};
    std::vector<std::vector<double>> times(candidates_.size());
    std::vector<double> spreads(candidates_.size());  // the largest of all lengths
    for (const int log2n : sizes) {
      const size_t n = size_t{1} << log2n;
      if (n * 2 > pool_) continue;
      check(n);
      fill_uniform<<<sms * 8, 256>>>(in_, pool_, 7 + log2n);
      if (flags_) fill_flags<<<sms * 8, 256>>>(flags_, pool_, 9 + log2n);
      for (auto& c : candidates_) c.us.clear();
      for (auto& c : candidates_) measure(c, n, 2), c.us.clear();
      const int rounds = 6;
      for (int r = 0; r < rounds; ++r)
        for (auto& c : candidates_) {
          const double slow = c.us.empty() ? 0 : c.us.back();
          if (slow > 20e3 && r > 0) continue;
          measure(c, n, slow > 2e3 ? 2 : 5);
        }
      for (size_t i = 0; i < candidates_.size(); ++i) {
        times[i].push_back(candidates_[i].median());
        spreads[i] = std::max(spreads[i], candidates_[i].spread());
      }
      check(n);
      std::fprintf(stderr, "%s: 2^%d done\n", title, log2n);
    }
    const auto find = [&](const char* prefix, size_t s) {
      double best = 1e30;
      for (size_t i = 0; i < candidates_.size(); ++i)
        if (candidates_[i].name.rfind(prefix, 0) == 0) best = std::min(best, times[i][s]);
      return best;
    };
    std::printf("\n== %s: us / of ceiling (%s x %.3g) / vs %s\n%-34s", title, top, ceiling_factor,
                cub, "");
    for (const int log2n : sizes) std::printf("|        2^%d        ", log2n);
    std::printf("| spread at most\n");
    for (size_t i = 0; i < candidates_.size(); ++i) {
      std::printf("%-34s", candidates_[i].name.c_str());
      for (size_t s = 0; s < times[i].size(); ++s)
        std::printf("|%8.2f %.3f %.3f ", times[i][s], ceiling_factor * find(top, s) / times[i][s],
                    find(cub, s) / times[i][s]);
      std::printf("| %.0f %%%s\n", 100 * spreads[i], candidates_[i].bad ? " WRONG" : "");
    }
    std::printf("(%.1f s)\n",
                std::chrono::duration<double>(std::chrono::steady_clock::now() - t0).count());
    std::fflush(stdout);
  }

 private:
  static constexpr size_t workspace_bytes = size_t{256} << 20;

  Args args(size_t n, size_t set) const {
    return {in_ + set * n,
            flags_ ? flags_ + set * n : nullptr,
            out_ ? out_ + set * n : nullptr,
            result_,
            n,
            workspace_};
  }
  void measure(Candidate& c, size_t n, int calls) {
    const size_t sets = pool_ / n;
    spin<<<1, 1>>>(100 + 60 * calls);
    for (int i = 0; i < calls; ++i) {
      CK(cudaEventRecord(events_[2 * i]));
      c.call(args(n, next_set_++ % sets));
      CK(cudaEventRecord(events_[2 * i + 1]));
    }
    CK(cudaDeviceSynchronize());
    for (int i = 0; i < calls; ++i) {
      float ms;
      CK(cudaEventElapsedTime(&ms, events_[2 * i], events_[2 * i + 1]));
      c.us.push_back(ms * 1e3);
    }
  }
  u64 differences(const void* a, const void* b, size_t n) {
    CK(cudaMemset(bad_, 0, 8));
    count_differences<<<sms * 8, 256>>>(static_cast<const unsigned*>(a),
                                        static_cast<const unsigned*>(b), n, bad_);
    u64 bad;
    CK(cudaMemcpy(&bad, bad_, 8, cudaMemcpyDeviceToHost));
    return bad;
  }
  // Zeros and ones whose total is below 2^24: any order of addition is exact.
  void check(size_t n) {
    const double p = std::min(0.5, double(1 << 23) / double(n));
    if (kind_ == Kind::min_max)
      fill_uniform<<<sms * 8, 256>>>(in_, n, n);
    else
      fill_bits<<<sms * 8, 256>>>(in_, n, n, uint32_t(p * 4294967295.0));
    if (kind_ == Kind::compact) {
      fill_uniform<<<sms * 8, 256>>>(in_, n, n);
      fill_flags<<<sms * 8, 256>>>(flags_, n, n + 1);
    }
    host_.resize(n);
    CK(cudaMemcpy(host_.data(), in_, n * 4, cudaMemcpyDeviceToHost));
    double total = 0;
    float low = INFINITY, high = -INFINITY;
    size_t kept = 0;
    if (kind_ == Kind::compact) {
      flags_host_.resize(n);
      CK(cudaMemcpy(flags_host_.data(), flags_, n * 4, cudaMemcpyDeviceToHost));
      for (size_t i = 0; i < n; ++i)
        if (flags_host_[i]) host_[kept++] = host_[i];
    } else if (kind_ == Kind::min_max) {
      for (const float x : host_) low = std::min(low, x), high = std::max(high, x);
    } else {
      for (auto& x : host_) {
        const double before = total;
        total += x;
        x = float(before);
      }
    }
    if (out_) CK(cudaMemcpy(expected_, host_.data(), n * 4, cudaMemcpyHostToDevice));
    for (auto& c : candidates_) {
      if (!c.checked) continue;
      for (int repeat = 0; repeat < 2; ++repeat) {
        CK(cudaMemset(workspace_, repeat ? 0x01 : 0xff,
                      std::min(workspace_bytes, c.bytes(n) + 256)));
        CK(cudaMemset(result_, 0xff, 256));
        if (out_) CK(cudaMemset(out_, 0xff, n * 4));
        c.call(args(n, 0));
        CK(cudaGetLastError());
        CK(cudaDeviceSynchronize());
        bool wrong = false;
        float got[8];
        CK(cudaMemcpy(got, result_, 32, cudaMemcpyDeviceToHost));
        if (kind_ == Kind::sum) wrong = double(got[0]) != total;
        if (kind_ == Kind::min_max) wrong = got[0] != low || got[4] != high;
        if (kind_ == Kind::scan) wrong = differences(out_, expected_, n) != 0;
        if (kind_ == Kind::compact) {
          unsigned count;
          std::memcpy(&count, got, 4);
          wrong = count != kept || differences(out_, expected_, kept) != 0;
        }
        if (wrong && c.bad++ < 2) std::printf("WRONG: %s, n = %zu\n", c.name.c_str(), n);
      }
    }
  }

  Kind kind_;
  size_t pool_, next_set_ = 0;
  float *in_ = nullptr, *out_ = nullptr, *expected_ = nullptr, *result_ = nullptr;
  unsigned* flags_ = nullptr;
  void* workspace_ = nullptr;
  u64* bad_ = nullptr;
  cudaEvent_t events_[64];
  std::vector<float> host_;
  std::vector<unsigned> flags_host_;
  std::vector<Candidate> candidates_;
};

}  // namespace tune
