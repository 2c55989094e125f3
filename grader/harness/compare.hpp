// Outputs against the oracle's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "harness/lab.hpp"
#include "result/result.hpp"

namespace harness {

/// Whether `word` is what is due at element `index`, which is one of the oracle's values: the float
/// nearest to it, or one within the bound. NaN is never right; -0 equals 0; infinities must match
/// as they are.
bool is_right(const ExpectedOutput& expected, std::size_t index, std::uint32_t word);

struct Output {
  std::string name;
  std::span<const std::uint32_t> words;
  std::uint32_t poison = 0;           ///< What filled it before the call.
  std::span<const float> same_index;  ///< An input of the same length, shown beside it; or empty.
};

/// The finding of an output that is wrong anywhere, with the neighbourhood of the first wrong
/// element, its error and what rounding would explain. Behind the oracle's values every word that
/// was written is wrong.
std::optional<result::Finding> wrong_answer(const Output& output, const ExpectedOutput& expected);

/// Whether every word is still the poison. An output without elements is.
bool untouched(const Output& output);

/// The largest |got - due| over all elements; infinite where one of the two is no finite number and
/// they are not equal.
double largest_difference(const Output& output, const ExpectedOutput& expected);

}  // namespace harness
