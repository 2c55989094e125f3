// Math that CUDA has and C has not: intrinsics with a rounding or a speed in their name, reciprocal
// roots, multiples of pi. The fast forms give the accurate result; the directed roundings of
// arithmetic (_rz, _rd, _ru) are not offered.
#pragma once

#include "emulator/keywords.hpp"

#define EMU_FLOAT_1(name, expression) \
  EMU_INLINE float name(float x) { return expression; }
#define EMU_FLOAT_2(name, expression) \
  EMU_INLINE float name(float x, float y) { return expression; }
#define EMU_DOUBLE_1(name, expression) \
  EMU_INLINE double name(double x) { return expression; }
#define EMU_DOUBLE_2(name, expression) \
  EMU_INLINE double name(double x, double y) { return expression; }

EMU_FLOAT_2(__fadd_rn, x + y)
EMU_FLOAT_2(__fsub_rn, x - y)
EMU_FLOAT_2(__fmul_rn, x* y)
EMU_FLOAT_2(__fdiv_rn, x / y)
EMU_FLOAT_1(__frcp_rn, 1.0f / x)
EMU_FLOAT_1(__fsqrt_rn, __builtin_sqrtf(x))
EMU_FLOAT_1(__frsqrt_rn, static_cast<float>(1.0 / __builtin_sqrt(static_cast<double>(x))))
EMU_INLINE float __fmaf_rn(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
EMU_DOUBLE_2(__dadd_rn, x + y)
EMU_DOUBLE_2(__dsub_rn, x - y)
EMU_DOUBLE_2(__dmul_rn, x* y)
EMU_DOUBLE_2(__ddiv_rn, x / y)
EMU_DOUBLE_1(__drcp_rn, 1.0 / x)
EMU_DOUBLE_1(__dsqrt_rn, __builtin_sqrt(x))
EMU_INLINE double __fma_rn(double x, double y, double z) { return __builtin_fma(x, y, z); }

EMU_FLOAT_2(__fdividef, x / y)
EMU_FLOAT_2(fdividef, x / y)
EMU_FLOAT_1(__expf, __builtin_expf(x))
EMU_FLOAT_1(__exp10f, exp10f(x))
EMU_FLOAT_1(__logf, __builtin_logf(x))
EMU_FLOAT_1(__log2f, __builtin_log2f(x))
EMU_FLOAT_1(__log10f, __builtin_log10f(x))
EMU_FLOAT_2(__powf, __builtin_powf(x, y))
EMU_FLOAT_1(__sinf, __builtin_sinf(x))
EMU_FLOAT_1(__cosf, __builtin_cosf(x))
EMU_FLOAT_1(__tanf, __builtin_tanf(x))
EMU_FLOAT_1(__tanhf, __builtin_tanhf(x))
EMU_INLINE void __sincosf(float x, float* sine, float* cosine) {
  *sine = __builtin_sinf(x);
  *cosine = __builtin_cosf(x);
}
/// Clamped to 0 .. 1; NaN becomes 0.
EMU_FLOAT_1(__saturatef, x > 0.0f ? (x < 1.0f ? x : 1.0f) : 0.0f)

EMU_FLOAT_1(rsqrtf, static_cast<float>(1.0 / __builtin_sqrt(static_cast<double>(x))))
EMU_FLOAT_1(rsqrt, rsqrtf(x))
EMU_DOUBLE_1(rsqrt, 1.0 / __builtin_sqrt(x))
EMU_FLOAT_1(rcbrtf, static_cast<float>(1.0 / __builtin_cbrt(static_cast<double>(x))))
EMU_FLOAT_1(rcbrt, rcbrtf(x))
EMU_DOUBLE_1(rcbrt, 1.0 / __builtin_cbrt(x))
EMU_FLOAT_2(rhypotf, static_cast<float>(1.0 / __builtin_hypot(static_cast<double>(x),
                                                              static_cast<double>(y))))
EMU_DOUBLE_2(rhypot, 1.0 / __builtin_hypot(x, y))
EMU_INLINE float norm3df(float x, float y, float z) {
  return __builtin_sqrtf(x * x + y * y + z * z);
}
EMU_INLINE double norm3d(double x, double y, double z) {
  return __builtin_sqrt(x * x + y * y + z * z);
}

// Exact where the argument is a multiple of a half: reduced before it is multiplied by pi.
EMU_INLINE double sinpi(double x) {
  constexpr double pi = 3.14159265358979323846;
  const double turn = __builtin_remainder(x, 2.0);  // -1 .. 1
  if (turn > 0.5) return __builtin_sin((1.0 - turn) * pi);
  if (turn < -0.5) return __builtin_sin((-1.0 - turn) * pi);
  return __builtin_sin(turn * pi);
}
EMU_INLINE double cospi(double x) {
  const double turn = __builtin_fabs(__builtin_remainder(x, 2.0));  // 0 .. 1
  return sinpi(0.5 - turn);
}
EMU_FLOAT_1(sinpif, static_cast<float>(sinpi(static_cast<double>(x))))
EMU_FLOAT_1(cospif, static_cast<float>(cospi(static_cast<double>(x))))
EMU_INLINE void sincospi(double x, double* sine, double* cosine) {
  *sine = sinpi(x);
  *cosine = cospi(x);
}
EMU_INLINE void sincospif(float x, float* sine, float* cosine) {
  *sine = sinpif(x);
  *cosine = cospif(x);
}

#undef EMU_FLOAT_1
#undef EMU_FLOAT_2
#undef EMU_DOUBLE_1
#undef EMU_DOUBLE_2
