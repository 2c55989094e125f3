// The math of the headers by themselves, as a submission without an include sees it.
#include "cuda_runtime.h"
//
#include "tests/device/math_alone.hpp"

#ifdef _GLIBCXX_CMATH
#error "the runtime header has become heavy: something in it includes <cmath>"
#endif

static_assert(std::is_same_v<decltype(sqrt(2.0f)), float>);
static_assert(std::is_same_v<decltype(sqrt(2.0)), double>);
static_assert(std::is_same_v<decltype(sqrt(2)), double>);
static_assert(std::is_same_v<decltype(std::sqrt(2.0f)), float>);
static_assert(std::is_same_v<decltype(pow(2.0f, 2.0f)), float>);
static_assert(std::is_same_v<decltype(pow(2.0f, 2)), double>);
static_assert(std::is_same_v<decltype(isnan(2.0f)), bool>);

MathAlone compute_math_alone(float two, int ten) {
  return {sqrt(two),        std::sqrt(two),   pow(two, 0.5f),
          abs(-two),        pow(2, ten),      log2(ten * 0 + 8),
          floor(2.5),       std::floor(-0.5), isnan(two - two / 0.0f * 0.0f),
          isinf(two / 0.0f)};
}
