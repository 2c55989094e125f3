#include "gate.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "right_programs.hpp"

namespace tolerance {

using harness::Element;
using harness::OutputKind;
using harness::OutputStructure;

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

std::uint32_t bits(float x) { return std::bit_cast<std::uint32_t>(x); }
bool is_kept(float flag) { return bits(flag) != 0; }

std::vector<float> sums(const Trial& trial, const OutputStructure& structure, std::size_t length,
                        harness::Random& random) {
  const std::span<const float> in = trial.elements();
  const bool has_infinity = std::ranges::any_of(in, [](float x) { return std::isinf(x); });
  const RightSum* program = nullptr;
  do program = &right_sums()[random.below(right_sums().size())];
  while (has_infinity && !program->takes_infinities);
  std::vector<float> all(length);
  for (std::size_t t = 0; t < length; ++t) {
    const auto [begin, end] = harness::terms_of(structure, t, in.size(), trial.asked.block_size);
    all[t] = program->run(in.subspan(begin, end - begin), random);
  }
  return all;
}

std::vector<float> scans(const Trial& trial, const OutputStructure& structure,
                         harness::Random& random) {
  const auto& program = right_scans()[random.below(right_scans().size())];
  const std::span<const float> in = trial.elements();
  std::vector<float> out(in.size());
  const std::size_t segment = structure.segment(in.size(), trial.asked.block_size);
  for (std::size_t begin = 0; begin < in.size(); begin += segment) {
    const std::size_t n = std::min(segment, in.size() - begin);
    program.run(in.subspan(begin, n), std::span(out).subspan(begin, n), random);
  }
  return out;
}

std::vector<float> kept(const Trial& trial) {
  std::vector<float> out;
  for (std::size_t i = 0; i < trial.inputs[0].size(); ++i)
    if (is_kept(trial.inputs[0][i])) out.push_back(trial.elements()[i]);
  return out;
}

std::vector<float> outputs_of(const Trial& trial, const OutputStructure& structure,
                              std::size_t length, harness::Random& random) {
  switch (structure.kind) {
    case OutputKind::sum:
    case OutputKind::tile_sums:
      return sums(trial, structure, length, random);
    case OutputKind::scan:
      return scans(trial, structure, random);
    case OutputKind::minimum:
      return {right_extreme(
          trial.elements(), infinity, [](float x, float y) { return x < y; }, random)};
    case OutputKind::maximum:
      return {right_extreme(
          trial.elements(), -infinity, [](float x, float y) { return x > y; }, random)};
    case OutputKind::kept:
      return kept(trial);
    default:
      return {};
  }
}

}  // namespace

Trial make_trial(const harness::LabCode& code, const harness::Case& asked, std::uint64_t seed) {
  Trial trial;
  trial.asked = asked;
  const harness::Function& function = code.functions()[asked.entry];
  harness::Problem problem;
  problem.n = asked.n;
  problem.block_size = asked.block_size;
  problem.entry = asked.entry;
  for (std::size_t k = 0; k < function.inputs.size(); ++k) {
    std::vector<float> values(asked.n);
    if (function.input_element(k) == Element::u32) {
      std::vector<std::uint32_t> flags(asked.n);
      harness::fill_flags(flags, asked.flags, harness::mix(seed, k));
      std::ranges::transform(flags, values.begin(),
                             [](std::uint32_t flag) { return std::bit_cast<float>(flag); });
    } else {
      harness::fill(values, asked.data, harness::mix(seed, k));
    }
    trial.inputs.push_back(std::move(values));
  }
  for (const std::vector<float>& values : trial.inputs) problem.inputs.emplace_back(values);
  problem.exact = harness::is_exact(asked.data, problem.inputs.back());
  trial.expected = code.reference(problem);
  return trial;
}

std::vector<std::vector<std::uint32_t>> right_outputs(
    const Trial& trial, const std::vector<OutputStructure>& structures, harness::Random& random) {
  std::vector<std::vector<std::uint32_t>> all;
  for (std::size_t k = 0; k < trial.expected.size(); ++k) {
    const std::size_t length = trial.expected[k].length();
    std::vector<std::uint32_t> words;
    if (structures[k].kind == OutputKind::kept_count)
      words.push_back(static_cast<std::uint32_t>(std::ranges::count_if(trial.inputs[0], is_kept)));
    else
      for (const float x : outputs_of(trial, structures[k], length, random))
        words.push_back(bits(x));
    words.resize(length, poison);
    all.push_back(std::move(words));
  }
  return all;
}

bool is_rejected(const Trial& trial, std::size_t output, const std::vector<std::uint32_t>& words) {
  return harness::wrong_answer({"output", words, poison, {}}, trial.expected[output]).has_value();
}

double bound_of(const harness::ExpectedOutput& expected, std::size_t index) {
  if (expected.bound.empty()) return 0;
  return expected.bound.size() == 1 ? expected.bound[0] : expected.bound[index];
}

}  // namespace tolerance
