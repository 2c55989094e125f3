// Right programs of every kind: the same sums, scans and selections in float, in orders and
// associations that programs on a GPU come to.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "harness/data.hpp"

namespace tolerance {

using harness::Random;

struct RightSum {
  const char* name;
  float (*run)(std::span<const float> in, Random& random);
  /// Not where infinity minus infinity comes up: contracts with infinite elements ask for infinity.
  bool takes_infinities = true;
};
/// Serial, backwards, shuffled, pairwise, strided accumulators, blocks with atomics in any order,
/// random trees, fused, compensated, in double.
std::span<const RightSum> right_sums();

struct RightScan {
  const char* name;
  /// Exclusive; `out` is as long as `in`.
  void (*run)(std::span<const float> in, std::span<float> out, Random& random);
};
/// Serial, Blelloch's tree, Kogge and Stone's, tiles with scanned or looked-back offsets, chunks,
/// halves, in double.
std::span<const RightScan> right_scans();

/// The extreme by `better`, found in a random tree.
float right_extreme(std::span<const float> in, float none, bool (*better)(float, float),
                    Random& random);

}  // namespace tolerance
