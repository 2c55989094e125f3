// Lab 42: the oracle, and the CPU programs that times are compared with.
#include "harness/lab.hpp"

namespace lab {

const std::vector<harness::Function>& functions() {
  static const std::vector<harness::Function> all = {{"negate", {"d_in"}, {"d_out"}}};
  return all;
}

std::vector<harness::ExpectedOutput> reference(const harness::Problem& problem) {
  harness::ExpectedOutput out;
  for (const float x : problem.inputs[0]) out.values.push_back(-static_cast<double>(x));
  return {out};  // no bound: every value is due bit for bit
}

void cpu_one_core(const harness::Problem& problem, std::vector<std::vector<float>>& outputs) {
  for (std::size_t i = 0; i < problem.n; ++i) outputs[0][i] = -problem.inputs[0][i];
}

void cpu_all_cores(const harness::Problem& problem, std::vector<std::vector<float>>& outputs) {
#pragma omp parallel for
  for (std::size_t i = 0; i < problem.n; ++i) outputs[0][i] = -problem.inputs[0][i];
}

}  // namespace lab
