#include "injected.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace tolerance {
namespace {

using harness::Element;
using harness::OutputKind;
using harness::OutputStructure;

using Words = std::vector<std::uint32_t>;

/// The oracle's own outputs, rounded to float.
Words rounded(const harness::ExpectedOutput& expected) {
  Words words;
  for (const double value : expected.values)
    words.push_back(expected.element == Element::u32
                        ? static_cast<std::uint32_t>(value)
                        : std::bit_cast<std::uint32_t>(static_cast<float>(value)));
  words.resize(expected.length(), poison);
  return words;
}

float moved(float x, std::uint64_t steps) {
  // Away from 0, where all bit patterns of one sign rise.
  const auto bits = std::bit_cast<std::uint32_t>(x);
  return std::bit_cast<float>(static_cast<std::uint32_t>(bits + steps));
}

/// The fewest steps away from what is due that are rejected.
std::uint64_t fewest_steps(const Trial& trial, std::size_t output, std::size_t at) {
  Words words = rounded(trial.expected[output]);
  const float due = std::bit_cast<float>(words[at]);
  // Up to the largest finite float.
  const std::uint64_t most = std::bit_cast<std::uint32_t>(std::numeric_limits<float>::max()) -
                             (std::bit_cast<std::uint32_t>(due) & 0x7FFFFFFFu);
  const auto rejects = [&](std::uint64_t steps) {
    words[at] = std::bit_cast<std::uint32_t>(moved(due, steps));
    return is_rejected(trial, output, words);
  };
  std::uint64_t right = 0, wrong = 1;
  while (wrong < most && !rejects(wrong)) right = wrong, wrong = std::min(most, 2 * wrong);
  while (wrong - right > 1) {
    const std::uint64_t middle = right + (wrong - right) / 2;
    (rejects(middle) ? wrong : right) = middle;
  }
  return wrong;
}

/// What the output is when element `j` of the input counts `times` times instead of once.
Words with_element(const Trial& trial, std::size_t output, const OutputStructure& structure,
                   std::size_t j, double times) {
  const harness::ExpectedOutput& expected = trial.expected[output];
  Words words = rounded(expected);
  const std::span<const float> in = trial.elements();
  for (std::size_t i = 0; i < expected.values.size(); ++i) {
    const auto [begin, end] = harness::terms_of(structure, i, in.size(), trial.asked.block_size);
    if (j < begin || j >= end) continue;
    const double value = expected.values[i] + (times - 1) * static_cast<double>(in[j]);
    words[i] = std::bit_cast<std::uint32_t>(static_cast<float>(value));
  }
  return words;
}

void flip_last_bits(const Trial& trial, unsigned times, harness::Random& random, Caught& caught) {
  for (unsigned k = 0; k < times; ++k) {
    const std::size_t output = random.below(trial.expected.size());
    const std::size_t due = trial.expected[output].values.size();
    if (due == 0) continue;
    Words words = rounded(trial.expected[output]);
    std::uint32_t& word = words[random.below(due)];
    if ((word & 0x7FFFFFFFu) == 0) continue;  // a zero's last bit makes a subnormal
    word ^= 1u;
    caught.count(is_rejected(trial, output, words));
  }
}

bool adds(OutputKind kind) {
  return kind == OutputKind::sum || kind == OutputKind::scan || kind == OutputKind::tile_sums;
}

/// A kept element that is left out; the extreme that is.
std::optional<Words> without_one(const Trial& trial, std::size_t output,
                                 const OutputStructure& structure, harness::Random& random) {
  const harness::ExpectedOutput& expected = trial.expected[output];
  Words words = rounded(expected);
  const std::size_t due = expected.values.size();
  if (structure.kind == OutputKind::kept) {
    if (due == 0) return std::nullopt;
    words.erase(words.begin() + static_cast<std::ptrdiff_t>(random.below(due)));
    words.push_back(poison);
    return words;
  }
  if (structure.kind == OutputKind::kept_count) {
    if (words[0] == 0) return std::nullopt;
    --words[0];
    return words;
  }
  // The extreme of the others.
  std::vector<float> others;
  for (const float x : trial.elements())
    if (static_cast<double>(x) != expected.values[0]) others.push_back(x);
  if (others.empty()) return std::nullopt;
  const auto [low, high] = std::ranges::minmax(others);
  words[0] = std::bit_cast<std::uint32_t>(structure.kind == OutputKind::minimum ? low : high);
  return words;
}

}  // namespace

Sensitivity sensitivity_of(const Trial& trial, const std::vector<OutputStructure>& structures,
                           unsigned times, harness::Random& random) {
  Sensitivity result;
  const harness::ExpectedOutput& first = trial.expected[0];
  std::size_t at = 0;
  for (std::size_t i = 0; i < first.values.size(); ++i)
    if (bound_of(first, i) > bound_of(first, at)) at = i;
  if (!first.values.empty() && first.element == Element::f32) {
    result.bound = bound_of(first, at);
    if (result.bound == 0) at = random.below(first.values.size());
    result.ulps = fewest_steps(trial, 0, at);
    const float due = static_cast<float>(first.values[at]);
    result.smallest = std::fabs(static_cast<double>(moved(due, result.ulps)) - first.values[at]);
  }
  flip_last_bits(trial, times, random, result.last_bit);
  for (unsigned k = 0; k < times && trial.asked.n > 0; ++k) {
    const std::size_t output = random.below(structures.size());
    const OutputStructure& structure = structures[output];
    if (!adds(structure.kind)) {
      if (const auto words = without_one(trial, output, structure, random))
        result.dropped.count(is_rejected(trial, output, *words));
      continue;
    }
    const std::size_t j = random.below(trial.asked.n);
    // Of exact data most are 0 where n is large, and the last element of a scan goes into nothing.
    const Words without = with_element(trial, output, structure, j, 0);
    if (without == rounded(trial.expected[output])) continue;
    result.dropped.count(is_rejected(trial, output, without));
    result.doubled.count(is_rejected(trial, output, with_element(trial, output, structure, j, 2)));
  }
  return result;
}

}  // namespace tolerance
