// The headers followed by the standard library's math, all names in one pot, as in many a program.
#include "cuda_runtime.h"
//
#include <math.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>

#include "tests/device/math_alone.hpp"

namespace {

using namespace std;

struct Computed {
  float root, larger, absolute;
  double power, logarithm;
  bool not_a_number;
};

Computed compute(float x, int n) {
  static_assert(is_same_v<decltype(sqrt(x)), float>);
  static_assert(is_same_v<decltype(sqrt(n)), double>);
  static_assert(is_same_v<decltype(std::sqrt(x)), float>);
  static_assert(is_same_v<decltype(pow(x, x)), float>);
  static_assert(is_same_v<decltype(fmax(x, 1.0)), double>);
  return {sqrt(x), max(x, 3.0f), abs(-x), pow(2, n), ceil(log2(n)), isnan(x)};
}

}  // namespace

#include "harness/catch.hpp"

TEST_CASE("math is unambiguous beside <cmath>", "[device]") {
  const Computed got = compute(2.0f, 10);
  CHECK(got.root == 1.41421354f);
  CHECK(got.larger == 3.0f);
  CHECK(got.absolute == 2.0f);
  CHECK(got.power == 1024.0);
  CHECK(got.logarithm == 4.0);
  CHECK_FALSE(got.not_a_number);
}

TEST_CASE("math works without <cmath>", "[device]") {
  const MathAlone got = compute_math_alone(2.0f, 10);
  CHECK(got.root == 1.41421354f);
  CHECK(got.std_root == 1.41421354f);
  CHECK(got.power_float == 1.41421354f);
  CHECK(got.absolute == 2.0f);
  CHECK(got.power == 1024.0);
  CHECK(got.logarithm == 3.0);
  CHECK(got.rounded == 2.0);
  CHECK(got.std_rounded == -1.0);
  CHECK(got.not_a_number);
  CHECK(got.infinite);
}
