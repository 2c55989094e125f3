// The CPU programs that times are compared with: float, independent accumulators, -O3.
#include <omp.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "harness/lab.hpp"

// The compiler vectorises for the processor it runs on; without this it may use SSE2 alone.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define HARNESS_WIDEST_VECTORS __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define HARNESS_WIDEST_VECTORS
#endif

namespace harness {
namespace {

// Below this a second thread costs more than it brings.
constexpr std::size_t worth_sharing = std::size_t{1} << 15;
constexpr std::size_t lanes = 64;  // accumulators: enough to hide the latency of vector additions

HARNESS_WIDEST_VECTORS float sum_of(const float* in, std::size_t n) {
  float accumulators[lanes] = {};
  std::size_t i = 0;
  for (; i + lanes <= n; i += lanes)
    for (std::size_t k = 0; k < lanes; ++k) accumulators[k] += in[i + k];
  float sum = 0;
  for (; i < n; ++i) sum += in[i];
  for (std::size_t step = lanes / 2; step > 0; step /= 2)
    for (std::size_t k = 0; k < step; ++k) accumulators[k] += accumulators[k + step];
  return sum + accumulators[0];
}

// Eight elements a step, so that only one addition in eight waits for the one before it.
float scan_of(const float* in, float* out, std::size_t n, float carry) {
  std::size_t i = 0;
  for (; i + 8 <= n; i += 8) {
    const float* x = in + i;
    const float s01 = x[0] + x[1], s23 = x[2] + x[3], s45 = x[4] + x[5], s67 = x[6] + x[7];
    const float s03 = s01 + s23, s05 = s03 + s45;
    float* y = out + i;
    const float x0 = x[0], x2 = x[2], x4 = x[4], x6 = x[6];
    y[0] = carry;
    y[1] = carry + x0;
    y[2] = carry + s01;
    y[3] = carry + (s01 + x2);
    y[4] = carry + s03;
    y[5] = carry + (s03 + x4);
    y[6] = carry + s05;
    y[7] = carry + (s05 + x6);
    carry += s05 + s67;
  }
  for (; i < n; ++i) {
    const float x = in[i];
    out[i] = carry;
    carry += x;
  }
  return carry;
}

// [begin, end) of the part that thread `k` of `threads` works on.
struct Part {
  std::size_t begin, end;
};
Part part_of(std::size_t n, int k, int threads) {
  const std::size_t each = n / static_cast<std::size_t>(threads) / lanes * lanes;
  const std::size_t begin = each * static_cast<std::size_t>(k);
  return {begin, k + 1 == threads ? n : begin + each};
}

}  // namespace

double summation_bound(std::size_t terms, double sum_of_magnitudes) {
  constexpr double u = 0x1p-24;
  if (terms == 0) return 0;
  // The last conversion rounds the sum once more, relative to what a float of that size can be off.
  const double conversion = u * sum_of_magnitudes;
  return static_cast<double>(terms - 1) * u * sum_of_magnitudes + conversion;
}

float sum_one_core(std::span<const float> in) { return sum_of(in.data(), in.size()); }

float sum_all_cores(std::span<const float> in) {
  std::vector<float> parts(static_cast<std::size_t>(omp_get_max_threads()), 0.0f);
#pragma omp parallel if (in.size() > worth_sharing)
  {
    const Part part = part_of(in.size(), omp_get_thread_num(), omp_get_num_threads());
    parts[static_cast<std::size_t>(omp_get_thread_num())] =
        sum_of(in.data() + part.begin, part.end - part.begin);
  }
  float sum = 0;
  for (const float part : parts) sum += part;
  return sum;
}

void exclusive_scan_one_core(std::span<const float> in, std::span<float> out) {
  scan_of(in.data(), out.data(), in.size(), 0.0f);
}

void exclusive_scan_all_cores(std::span<const float> in, std::span<float> out) {
  // Two passes: the sum of each part, then the scan of each part behind the sums before it.
  std::vector<float> sums(static_cast<std::size_t>(omp_get_max_threads()) + 1, 0.0f);
#pragma omp parallel if (in.size() > worth_sharing)
  {
    const int k = omp_get_thread_num();
    const Part part = part_of(in.size(), k, omp_get_num_threads());
    sums[static_cast<std::size_t>(k) + 1] = sum_of(in.data() + part.begin, part.end - part.begin);
#pragma omp barrier
#pragma omp single
    for (std::size_t i = 1; i < sums.size(); ++i) sums[i] += sums[i - 1];
    scan_of(in.data() + part.begin, out.data() + part.begin, part.end - part.begin,
            sums[static_cast<std::size_t>(k)]);
  }
}

}  // namespace harness
