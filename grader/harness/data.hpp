// Inputs, the same on every machine for the same seed.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "harness/check.hpp"

namespace harness {

/// xoshiro256**, seeded by splitmix64: the standard library's distributions differ between
/// implementations, and a seed in a report must mean the same everywhere.
class Random {
 public:
  explicit Random(std::uint64_t seed);
  std::uint64_t bits();
  /// Uniform in [0, limit); limit > 0.
  std::uint64_t below(std::uint64_t limit);
  /// Uniform in [-1, 1), a multiple of 2^-23.
  float real();

 private:
  std::uint64_t state_[4];
};

/// One well-mixed word of three: seeds of cases, poison.
std::uint64_t mix(std::uint64_t a, std::uint64_t b, std::uint64_t c = 0);
std::uint64_t hash_of(std::string_view text);

/// Fills `out` as Data says (not `literal`). Where the sum of all elements would be 0, the last one
/// is moved, so that a function that returns 0 is never right by accident. The extremes of
/// Data::extremes are put in afterwards.
void fill(std::span<float> out, Data data, std::uint64_t seed);

/// Puts -2 and 2 at two different places below the size: no real is as small or as large.
void put_extremes(std::span<float> out, std::size_t lowest_at, std::size_t highest_at);

/// Fills `out` as Flags says (not `literal`).
void fill_flags(std::span<std::uint32_t> out, Flags flags, std::uint64_t seed);

/// Of exact data, in eighths.
struct ExactSums {
  std::int64_t sum = 0, magnitudes = 0;
};
ExactSums sums_of_exact(std::span<const float> values);
/// Gives elements of exact data at `places` (below the size) other values, so that the data stay
/// exact and their sum becomes another one that is not 0. `sums` are those before, then after.
void change_exact(std::span<float> out, std::span<const std::size_t> places, ExactSums& sums,
                  Random& random);

/// Whether every order of summation gives the same bits.
bool is_exact(Data data, std::span<const float> values);

}  // namespace harness
