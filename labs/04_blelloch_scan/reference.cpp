// Lab 04: the oracle, and the CPU programs that times are compared with.
#include <algorithm>
#include <cmath>

#include "harness/lab.hpp"

namespace lab {
namespace {

std::size_t tile_size(const harness::Problem& problem) {
  return 2 * static_cast<std::size_t>(problem.block_size);
}

void scan_tile(const harness::Problem& problem, std::vector<std::vector<float>>& outputs,
               std::size_t tile) {
  const std::span<const float> in = problem.inputs[0];
  const std::size_t begin = tile * tile_size(problem);
  const std::size_t length = std::min(tile_size(problem), in.size() - begin);
  harness::exclusive_scan_one_core(in.subspan(begin, length),
                                   std::span(outputs[0]).subspan(begin, length));
  const std::size_t last = begin + length - 1;
  outputs[1][tile] = outputs[0][last] + in[last];
}

}  // namespace

const std::vector<harness::Function>& functions() {
  static const std::vector<harness::Function> all = {
      {"tile_scan", {"d_in"}, {"d_out", "d_tile_sums"}},
  };
  return all;
}

std::vector<harness::ExpectedOutput> reference(const harness::Problem& problem) {
  harness::ExpectedOutput scan, sums;
  const auto expect = [&](harness::ExpectedOutput& output, double value, std::size_t terms,
                          double magnitudes) {
    output.values.push_back(value);
    const bool bits = problem.exact || std::isinf(magnitudes);
    output.bound.push_back(bits ? 0 : harness::summation_bound(terms, magnitudes));
  };
  const std::span<const float> in = problem.inputs[0];
  for (std::size_t begin = 0; begin < in.size(); begin += tile_size(problem)) {
    const std::size_t length = std::min(tile_size(problem), in.size() - begin);
    double sum = 0, magnitudes = 0;
    for (std::size_t i = 0; i < length; ++i) {
      expect(scan, sum, i, magnitudes);
      sum += in[begin + i];
      magnitudes += std::fabs(in[begin + i]);
    }
    expect(sums, sum, length, magnitudes);
  }
  return {scan, sums};
}

void cpu_one_core(const harness::Problem& problem, std::vector<std::vector<float>>& outputs) {
  const std::size_t tiles = outputs[1].size();
  for (std::size_t tile = 0; tile < tiles; ++tile) scan_tile(problem, outputs, tile);
}

void cpu_all_cores(const harness::Problem& problem, std::vector<std::vector<float>>& outputs) {
  const std::size_t tiles = outputs[1].size();
#pragma omp parallel for
  for (std::size_t tile = 0; tile < tiles; ++tile) scan_tile(problem, outputs, tile);
}

}  // namespace lab
