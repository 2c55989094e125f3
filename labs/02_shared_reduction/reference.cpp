// Lab 02: the oracle, and the CPU programs that times are compared with.
#include <cmath>

#include "harness/lab.hpp"

namespace lab {

const std::vector<harness::Function>& functions() {
  static const std::vector<harness::Function> all = {
      {"array_sum", {"d_in"}, {"d_sum"}},
  };
  return all;
}

std::vector<harness::ExpectedOutput> reference(const harness::Problem& problem) {
  double sum = 0, magnitudes = 0;
  for (const float x : problem.inputs[0]) {
    sum += x;
    magnitudes += std::fabs(x);
  }
  const double bound =
      problem.exact ? 0 : harness::summation_bound(problem.inputs[0].size(), magnitudes);
  return {{.values = {sum}, .bound = {bound}}};
}

void cpu_one_core(const harness::Problem& problem, std::vector<std::vector<float>>& outputs) {
  outputs[0][0] = harness::sum_one_core(problem.inputs[0]);
}

void cpu_all_cores(const harness::Problem& problem, std::vector<std::vector<float>>& outputs) {
  outputs[0][0] = harness::sum_all_cores(problem.inputs[0]);
}

}  // namespace lab
