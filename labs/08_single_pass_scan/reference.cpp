// Lab 08: the oracle, and the CPU programs that times are compared with.
#include <cmath>

#include "harness/lab.hpp"

namespace lab {

const std::vector<harness::Function>& functions() {
  static const std::vector<harness::Function> all = {
      {.name = "exclusive_scan",
       .inputs = {"d_in"},
       .outputs = {"d_out"},
       .block_multiple = 32,
       .smallest_block = 64},
  };
  return all;
}

std::vector<harness::ExpectedOutput> reference(const harness::Problem& problem) {
  const std::span<const float> in = problem.inputs[0];
  harness::ExpectedOutput scan;
  scan.values.reserve(in.size());
  double sum = 0, magnitudes = 0;
  for (std::size_t i = 0; i < in.size(); ++i) {
    scan.values.push_back(sum);
    // Behind an infinity the values are infinite, and are due as they are.
    if (!problem.exact) {
      scan.bound.push_back(std::isinf(magnitudes) ? 0 : harness::summation_bound(i, magnitudes));
    }
    sum += in[i];
    magnitudes += std::fabs(in[i]);
  }
  return {scan};
}

void cpu_one_core(const harness::Problem& problem, std::vector<std::vector<float>>& outputs) {
  harness::exclusive_scan_one_core(problem.inputs[0], outputs[0]);
}

void cpu_all_cores(const harness::Problem& problem, std::vector<std::vector<float>>& outputs) {
  harness::exclusive_scan_all_cores(problem.inputs[0], outputs[0]);
}

}  // namespace lab
