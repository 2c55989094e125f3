#include "harness/diagnosis_structure.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>
#include <optional>

namespace harness {
namespace {

constexpr std::size_t probe_elements = 100;
constexpr int probe_block_size = 4;
constexpr std::size_t most_blocks_in_segment = 16;

/// Rising, positive, but for a smallest one in the middle: no sum, extreme or selection of it is
/// like another.
std::vector<float> probe_values() {
  std::vector<float> values(probe_elements);
  std::iota(values.begin(), values.end(), 2.0f);
  values[probe_elements / 2] = -1;
  return values;
}

std::vector<float> probe_flags() {
  std::vector<float> flags(probe_elements);
  for (std::size_t i = 0; i < flags.size(); ++i)
    flags[i] = std::bit_cast<float>(static_cast<std::uint32_t>(i % 3 == 1 ? i : 0));
  return flags;
}

double sum_of(const std::vector<float>& in, TermRange range) {
  double sum = 0;
  for (std::size_t i = range.begin; i < range.end; ++i) sum += static_cast<double>(in[i]);
  return sum;
}

bool adds_up(const OutputStructure& structure, const ExpectedOutput& output,
             const std::vector<float>& in) {
  for (std::size_t i = 0; i < output.values.size(); ++i)
    if (output.values[i] != sum_of(in, terms_of(structure, i, in.size(), probe_block_size)))
      return false;
  return true;
}

/// A scan or the sums of its segments, whichever segment fits.
std::optional<OutputStructure> segmented(OutputKind kind, const ExpectedOutput& output,
                                         const std::vector<float>& in) {
  for (std::size_t blocks = 0; blocks <= most_blocks_in_segment; ++blocks) {
    const OutputStructure candidate = {kind, blocks};
    const std::size_t segment = candidate.segment(in.size(), probe_block_size);
    const std::size_t length =
        kind == OutputKind::scan ? in.size() : (in.size() + segment - 1) / segment;
    if (output.values.size() == length && adds_up(candidate, output, in)) return candidate;
  }
  return std::nullopt;
}

OutputStructure structure_of(const ExpectedOutput& output, const std::vector<float>& in,
                             const std::vector<float>* flags) {
  std::vector<double> kept;
  if (flags != nullptr)
    for (std::size_t i = 0; i < in.size(); ++i)
      if (std::bit_cast<std::uint32_t>((*flags)[i]) != 0)
        kept.push_back(static_cast<double>(in[i]));
  if (output.element == Element::u32) {
    const std::vector<double> count = {static_cast<double>(kept.size())};
    return {flags != nullptr && output.values == count ? OutputKind::kept_count
                                                       : OutputKind::unknown};
  }
  if (flags != nullptr && output.values == kept) return {OutputKind::kept};
  if (output.values.size() == 1) {
    const auto [low, high] = std::ranges::minmax(in);
    if (output.values[0] == static_cast<double>(low)) return {OutputKind::minimum};
    if (output.values[0] == static_cast<double>(high)) return {OutputKind::maximum};
    if (output.values[0] == sum_of(in, {0, in.size()})) return {OutputKind::sum};
    return {};
  }
  for (const OutputKind kind : {OutputKind::scan, OutputKind::tile_sums})
    if (const auto found = segmented(kind, output, in)) return *found;
  return {};
}

}  // namespace

std::size_t OutputStructure::segment(std::size_t n, int block_size) const {
  const std::size_t own = threads_of_block_in_segment * static_cast<std::size_t>(block_size);
  return std::max<std::size_t>(1, own == 0 ? n : own);
}

TermRange terms_of(const OutputStructure& structure, std::size_t index, std::size_t n,
                   int block_size) {
  const std::size_t segment = structure.segment(n, block_size);
  switch (structure.kind) {
    case OutputKind::scan:
      return {index / segment * segment, index};
    case OutputKind::tile_sums:
      return {index * segment, std::min(n, (index + 1) * segment)};
    default:
      return {0, n};
  }
}

std::vector<OutputStructure> output_structures(const LabCode& code, unsigned entry) {
  const Function& function = code.functions()[entry];
  const std::vector<float> values = probe_values(), flags = probe_flags();
  Problem problem;
  problem.n = probe_elements;
  problem.block_size = probe_block_size;
  problem.entry = entry;
  bool has_flags = false;
  for (std::size_t k = 0; k < function.inputs.size(); ++k) {
    const bool is_flags = function.input_element(k) == Element::u32;
    has_flags |= is_flags;
    problem.inputs.emplace_back(is_flags ? flags : values);
  }
  std::vector<OutputStructure> all;
  for (const ExpectedOutput& output : code.reference(problem))
    all.push_back(structure_of(output, values, has_flags ? &flags : nullptr));
  return all;
}

}  // namespace harness
