// Rounding of right outputs, beside what two plain programs make of the same data. For information:
// what is right, the bounds of the oracle decide.
#pragma once

#include <optional>
#include <span>

#include "harness/compare.hpp"
#include "harness/diagnosis_structure.hpp"
#include "result/result.hpp"

namespace harness {

/// Nothing where the output is no sum or scan, or where its data do not round.
std::optional<result::Accuracy> accuracy_of(const Output& output, const ExpectedOutput& expected,
                                            const OutputStructure& structure,
                                            std::span<const float> input, int block_size);

}  // namespace harness
