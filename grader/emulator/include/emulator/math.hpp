// Math functions in host and device code: C's own, overloads for float under the plain names,
// CUDA's additions, min and max. <cmath> would cost more than everything else together, so it is
// not included; a submission may include it, and then its overloads win: ours are templates that
// the language prefers least.
#pragma once

#include <type_traits>

#include "emulator/conversions.hpp"
#include "emulator/keywords.hpp"

#define _GLIBCXX_INCLUDE_NEXT_C_HEADERS
#include <math.h>
#undef _GLIBCXX_INCLUDE_NEXT_C_HEADERS
#undef fpclassify
#undef isfinite
#undef isinf
#undef isnan
#undef isnormal
#undef signbit
#undef isgreater
#undef isgreaterequal
#undef isless
#undef islessequal
#undef islessgreater
#undef isunordered

namespace emu {

/// float for floats, long double where one is, else double: how C++ promotes.
template <class... T>
using Real = std::conditional_t<
    (std::is_same_v<T, long double> || ...), long double,
    std::conditional_t<(std::is_same_v<T, float> && ...), float,
                       std::enable_if_t<(std::is_arithmetic_v<T> && ...), double>>>;

/// `Never` is a pack that has to be empty: a template with one is the last choice among equals.
template <std::size_t extra, class T>
using IfNone = std::enable_if_t<extra == 0, T>;

}  // namespace emu

#define EMU_CHOOSE(name, R, ...)                    \
  if constexpr (std::is_same_v<R, float>) {         \
    return __builtin_##name##f(__VA_ARGS__);        \
  } else if constexpr (std::is_same_v<R, double>) { \
    return __builtin_##name(__VA_ARGS__);           \
  } else {                                          \
    return __builtin_##name##l(__VA_ARGS__);        \
  }

#define EMU_MATH_1(name)                                                             \
  template <class T, class... Never>                                                 \
  EMU_INLINE auto name(T x, Never...)->emu::IfNone<sizeof...(Never), emu::Real<T>> { \
    using R = emu::Real<T>;                                                          \
    EMU_CHOOSE(name, R, static_cast<R>(x))                                           \
  }

#define EMU_MATH_2(name)                                                                     \
  template <class T, class U, class... Never>                                                \
  EMU_INLINE auto name(T x, U y, Never...)->emu::IfNone<sizeof...(Never), emu::Real<T, U>> { \
    using R = emu::Real<T, U>;                                                               \
    EMU_CHOOSE(name, R, static_cast<R>(x), static_cast<R>(y))                                \
  }

#define EMU_MATH_TO_INTEGER(name, integer)                                                  \
  template <class T, class... Never>                                                        \
  EMU_INLINE auto name(T x, Never...)                                                       \
      ->emu::IfNone<sizeof...(Never), std::enable_if_t<std::is_arithmetic_v<T>, integer>> { \
    using R = emu::Real<T>;                                                                 \
    EMU_CHOOSE(name, R, static_cast<R>(x))                                                  \
  }

#define EMU_MATH_PREDICATE(name)                                                         \
  template <class T, class... Never>                                                     \
  EMU_INLINE auto name(T x, Never...)                                                    \
      ->emu::IfNone<sizeof...(Never), std::enable_if_t<std::is_arithmetic_v<T>, bool>> { \
    return __builtin_##name(static_cast<emu::Real<T>>(x)) != 0;                          \
  }

EMU_MATH_1(acos)
EMU_MATH_1(acosh)
EMU_MATH_1(asin)
EMU_MATH_1(asinh)
EMU_MATH_1(atan)
EMU_MATH_1(atanh)
EMU_MATH_1(cbrt)
EMU_MATH_1(ceil)
EMU_MATH_1(cos)
EMU_MATH_1(cosh)
EMU_MATH_1(erf)
EMU_MATH_1(erfc)
EMU_MATH_1(exp)
EMU_MATH_1(exp2)
EMU_MATH_1(expm1)
EMU_MATH_1(fabs)
EMU_MATH_1(floor)
EMU_MATH_1(lgamma)
EMU_MATH_1(log)
EMU_MATH_1(log10)
EMU_MATH_1(log1p)
EMU_MATH_1(log2)
EMU_MATH_1(logb)
EMU_MATH_1(nearbyint)
EMU_MATH_1(rint)
EMU_MATH_1(round)
EMU_MATH_1(sin)
EMU_MATH_1(sinh)
EMU_MATH_1(sqrt)
EMU_MATH_1(tan)
EMU_MATH_1(tanh)
EMU_MATH_1(tgamma)
EMU_MATH_1(trunc)
EMU_MATH_2(atan2)
EMU_MATH_2(copysign)
EMU_MATH_2(fdim)
EMU_MATH_2(fmax)
EMU_MATH_2(fmin)
EMU_MATH_2(fmod)
EMU_MATH_2(hypot)
EMU_MATH_2(nextafter)
EMU_MATH_2(pow)
EMU_MATH_2(remainder)
EMU_MATH_TO_INTEGER(ilogb, int)
EMU_MATH_TO_INTEGER(lrint, long)
EMU_MATH_TO_INTEGER(lround, long)
EMU_MATH_TO_INTEGER(llrint, long long)
EMU_MATH_TO_INTEGER(llround, long long)
EMU_MATH_PREDICATE(isfinite)
EMU_MATH_PREDICATE(isinf)
EMU_MATH_PREDICATE(isnan)
EMU_MATH_PREDICATE(isnormal)
EMU_MATH_PREDICATE(signbit)

#undef EMU_MATH_PREDICATE
#undef EMU_MATH_TO_INTEGER
#undef EMU_MATH_2
#undef EMU_MATH_1

template <class T, class U, class V, class... Never>
EMU_INLINE auto fma(T x, U y, V z, Never...) -> emu::IfNone<sizeof...(Never), emu::Real<T, U, V>> {
  using R = emu::Real<T, U, V>;
  EMU_CHOOSE(fma, R, static_cast<R>(x), static_cast<R>(y), static_cast<R>(z))
}
#undef EMU_CHOOSE

template <class... Never>
EMU_INLINE auto ldexp(float x, int exponent, Never...) -> emu::IfNone<sizeof...(Never), float> {
  return __builtin_ldexpf(x, exponent);
}
template <class... Never>
EMU_INLINE auto scalbn(float x, int exponent, Never...) -> emu::IfNone<sizeof...(Never), float> {
  return __builtin_scalbnf(x, exponent);
}
template <class... Never>
EMU_INLINE auto frexp(float x, int* exponent, Never...) -> emu::IfNone<sizeof...(Never), float> {
  return __builtin_frexpf(x, exponent);
}
template <class... Never>
EMU_INLINE auto modf(float x, float* whole, Never...) -> emu::IfNone<sizeof...(Never), float> {
  return __builtin_modff(x, whole);
}
EMU_INLINE void sincos(float x, float* sine, float* cosine) {
  *sine = __builtin_sinf(x);
  *cosine = __builtin_cosf(x);
}

#include "emulator/math_cuda.hpp"
#include "emulator/math_std.hpp"
#include "emulator/min_max.hpp"
