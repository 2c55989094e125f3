#include "harness/accuracy.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

namespace harness {
namespace {

float naive_sum(std::span<const float> in) {
  float sum = 0;
  for (const float x : in) sum += x;
  return sum;
}

float pairwise_sum(std::span<const float> in) {
  if (in.size() <= 1) return in.empty() ? 0.0f : in[0];
  const std::size_t half = in.size() / 2;
  return pairwise_sum(in.first(half)) + pairwise_sum(in.subspan(half));
}

void naive_scan(std::span<const float> in, std::span<float> out) {
  float sum = 0;
  for (std::size_t i = 0; i < in.size(); ++i) out[i] = sum, sum += in[i];
}

/// Each half by itself, then the sum of the first one added to the second. Returns the sum of all.
float pairwise_scan(std::span<const float> in, std::span<float> out) {
  if (in.size() <= 1) {
    if (!in.empty()) out[0] = 0;
    return in.empty() ? 0.0f : in[0];
  }
  const std::size_t half = in.size() / 2;
  const float front = pairwise_scan(in.first(half), out.first(half));
  const float behind = pairwise_scan(in.subspan(half), out.subspan(half));
  for (float& x : out.subspan(half)) x += front;
  return front + behind;
}

using Outputs = std::vector<float>;

/// What the two programs make of each element.
struct PlainPrograms {
  Outputs naive, pairwise;
};

PlainPrograms run(const OutputStructure& structure, std::size_t length, std::span<const float> in,
                  int block_size) {
  PlainPrograms plain = {Outputs(length), Outputs(length)};
  if (structure.kind == OutputKind::scan) {
    const std::size_t segment = structure.segment(in.size(), block_size);
    for (std::size_t begin = 0; begin < in.size(); begin += segment) {
      const std::size_t count = std::min(segment, in.size() - begin);
      naive_scan(in.subspan(begin, count), std::span(plain.naive).subspan(begin, count));
      pairwise_scan(in.subspan(begin, count), std::span(plain.pairwise).subspan(begin, count));
    }
    return plain;
  }
  for (std::size_t i = 0; i < length; ++i) {
    const TermRange terms = terms_of(structure, i, in.size(), block_size);
    const std::span<const float> part = in.subspan(terms.begin, terms.end - terms.begin);
    plain.naive[i] = naive_sum(part);
    plain.pairwise[i] = pairwise_sum(part);
  }
  return plain;
}

double largest_error(const Outputs& outputs, const std::vector<double>& due) {
  double largest = 0;
  for (std::size_t i = 0; i < due.size(); ++i)
    largest = std::max(largest, std::fabs(static_cast<double>(outputs[i]) - due[i]));
  return largest;
}

bool adds(OutputKind kind) {
  return kind == OutputKind::sum || kind == OutputKind::scan || kind == OutputKind::tile_sums;
}

}  // namespace

std::optional<result::Accuracy> accuracy_of(const Output& output, const ExpectedOutput& expected,
                                            const OutputStructure& structure,
                                            std::span<const float> input, int block_size) {
  const auto rounds = [](double bound) { return bound > 0; };
  if (!adds(structure.kind) || expected.values.empty() ||
      std::ranges::none_of(expected.bound, rounds))
    return std::nullopt;
  if (structure.kind == OutputKind::scan && expected.values.size() != input.size())
    return std::nullopt;
  result::Accuracy accuracy;
  accuracy.output = output.name;
  accuracy.n = input.size();
  std::size_t at = expected.values.size() - 1;
  for (std::size_t i = 0; i < expected.values.size(); ++i) {
    const double got = static_cast<double>(std::bit_cast<float>(output.words[i]));
    const double error = std::fabs(got - expected.values[i]);
    if (!std::isfinite(error)) return std::nullopt;
    if (error > accuracy.error) accuracy.error = error, at = i;
  }
  accuracy.bound = expected.bound.size() == 1 ? expected.bound[0] : expected.bound[at];
  const PlainPrograms plain = run(structure, expected.values.size(), input, block_size);
  accuracy.naive_error = largest_error(plain.naive, expected.values);
  accuracy.pairwise_error = largest_error(plain.pairwise, expected.values);
  return accuracy;
}

}  // namespace harness
