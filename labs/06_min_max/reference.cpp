// Lab 06: the oracle, and the CPU programs that times are compared with.
#include <algorithm>
#include <limits>

#include "harness/lab.hpp"

namespace lab {
namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr std::size_t lanes = 64;  // accumulators: enough to hide the latency of comparisons

struct Range {
  float low = infinity, high = -infinity;
};

Range range_of(const float* in, std::size_t n) {
  float low[lanes], high[lanes];
  std::fill_n(low, lanes, infinity);
  std::fill_n(high, lanes, -infinity);
  std::size_t i = 0;
  // Plain comparisons: these become vector instructions, std::fmin with its rules for NaN does not.
  for (; i + lanes <= n; i += lanes)
    for (std::size_t k = 0; k < lanes; ++k) {
      low[k] = in[i + k] < low[k] ? in[i + k] : low[k];
      high[k] = in[i + k] > high[k] ? in[i + k] : high[k];
    }
  Range range = {*std::min_element(low, low + lanes), *std::max_element(high, high + lanes)};
  for (; i < n; ++i) range = {std::min(range.low, in[i]), std::max(range.high, in[i])};
  return range;
}

}  // namespace

const std::vector<harness::Function>& functions() {
  static const std::vector<harness::Function> all = {
      {.name = "min_max",
       .inputs = {"d_in"},
       .outputs = {"d_min", "d_max"},
       .takes_block_size = false},
  };
  return all;
}

std::vector<harness::ExpectedOutput> reference(const harness::Problem& problem) {
  double low = infinity, high = -infinity;
  for (const double x : problem.inputs[0]) {
    if (x < low) low = x;
    if (x > high) high = x;
  }
  harness::ExpectedOutput smallest, largest;  // no bounds: comparing rounds nothing
  smallest.values = {low};
  largest.values = {high};
  return {smallest, largest};
}

void cpu_one_core(const harness::Problem& problem, std::vector<std::vector<float>>& outputs) {
  const Range range = range_of(problem.inputs[0].data(), problem.n);
  outputs[0][0] = range.low;
  outputs[1][0] = range.high;
}

void cpu_all_cores(const harness::Problem& problem, std::vector<std::vector<float>>& outputs) {
  const float* in = problem.inputs[0].data();
  const std::size_t n = problem.n, piece = std::size_t{1} << 16;  // one core's share at a time
  float low = infinity, high = -infinity;
#pragma omp parallel for reduction(min : low) reduction(max : high)
  for (std::size_t begin = 0; begin < n; begin += piece) {
    const Range range = range_of(in + begin, std::min(piece, n - begin));
    low = std::min(low, range.low);
    high = std::max(high, range.high);
  }
  outputs[0][0] = low;
  outputs[1][0] = high;
}

}  // namespace lab
