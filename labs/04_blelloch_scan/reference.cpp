// Lab 04: the oracle, and the CPU programs that times are compared with.
#include <algorithm>
#include <cmath>
#include <thread>

#include "harness/lab.hpp"

namespace lab {
namespace {

std::size_t tile_size(const harness::Problem& problem) {
  return 2 * static_cast<std::size_t>(problem.block_size);
}

/// Tiles first, first + step, first + 2 * step and so on.
void scan_tiles(const harness::Problem& problem, std::vector<std::vector<float>>& outputs,
                std::size_t first, std::size_t step) {
  const std::span<const float> in = problem.inputs[0];
  const std::size_t size = tile_size(problem);
  for (std::size_t begin = first * size; begin < in.size(); begin += step * size) {
    const std::size_t length = std::min(size, in.size() - begin);
    harness::exclusive_scan_one_core(in.subspan(begin, length),
                                     std::span(outputs[0]).subspan(begin, length));
    const std::size_t last = begin + length - 1;
    outputs[1][begin / size] = outputs[0][last] + in[last];
  }
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
  scan_tiles(problem, outputs, 0, 1);
}

void cpu_all_cores(const harness::Problem& problem, std::vector<std::vector<float>>& outputs) {
  const std::size_t cores = std::max(1u, std::thread::hardware_concurrency());
  std::vector<std::jthread> others;
  for (std::size_t core = 1; core < cores; ++core)
    others.emplace_back([&, core] { scan_tiles(problem, outputs, core, cores); });
  scan_tiles(problem, outputs, 0, cores);
}

}  // namespace lab
