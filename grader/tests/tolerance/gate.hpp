// The gate of a lab: its oracle and the comparison that decides, without a worker.
#pragma once

#include <cstdint>
#include <vector>

#include "harness/call.hpp"
#include "harness/data.hpp"
#include "harness/diagnosis_structure.hpp"

namespace tolerance {

/// One call's input, and what is due.
struct Trial {
  harness::Case asked;
  std::vector<std::vector<float>> inputs;  ///< Flags by their bits.
  std::vector<harness::ExpectedOutput> expected;

  std::span<const float> elements() const { return inputs.back(); }
};

/// A word that no output is due to hold.
inline constexpr std::uint32_t poison = 0x7FA00001u;

Trial make_trial(const harness::LabCode& code, const harness::Case& asked, std::uint64_t seed);

/// Outputs of a right program, by random choices.
std::vector<std::vector<std::uint32_t>> right_outputs(
    const Trial& trial, const std::vector<harness::OutputStructure>& structures,
    harness::Random& random);

/// Whether the gate rejects an output.
bool is_rejected(const Trial& trial, std::size_t output, const std::vector<std::uint32_t>& words);

/// The largest rounding error that the gate allows for an element; 0: none.
double bound_of(const harness::ExpectedOutput& expected, std::size_t index);

}  // namespace tolerance
