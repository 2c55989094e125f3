// Named shapes of wrong outputs. A shape is a pure function of what one call was given and what it
// left: it says yes only where it accounts for every element of the output, right and wrong.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "harness/diagnosis_structure.hpp"
#include "harness/lab.hpp"
#include "result/result.hpp"

namespace harness {

/// An output that is wrong somewhere, with all that is known of its call.
struct WrongOutput {
  OutputStructure structure;
  std::string name;                    ///< "d_out"
  std::span<const std::uint32_t> got;  ///< As long as expected->length().
  const ExpectedOutput* expected = nullptr;
  std::span<const float> input;  ///< The elements; empty where there are none.
  std::span<const float> flags;  ///< By their bits; empty where the function takes none.
  std::string input_name = "d_in";
  int block_size = 0;        ///< 0: the function takes none.
  std::size_t shift = 0;     ///< The input begins so many floats behind a 16-byte boundary.
  std::uint32_t poison = 0;  ///< What filled the output before the call,
  std::optional<std::uint32_t> memory_poison = {};  ///< and memory that nobody had written.
  /// The same output of the call before, of as many elements as are due here; or empty.
  std::span<const std::uint32_t> before = {};
  std::optional<std::uint64_t> launches = {};  ///< Kernels that ran; nothing where unknown.

  std::size_t due() const { return expected->values.size(); }
};

/// A shape and how sure it is by itself: one number agrees with much by accident.
struct NamedShape {
  result::Shape shape;
  /// More of the output agrees than does so by accident; else the same shape has to come out for
  /// other data of the same length before it is named.
  bool proven = false;
  std::string key;  ///< What has to be the same then.
};

/// The most specific shape that accounts for the whole output, or nothing. Costs a few passes over
/// the arrays.
std::optional<NamedShape> name_shape(const WrongOutput& wrong);

}  // namespace harness
