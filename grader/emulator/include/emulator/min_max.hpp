// CUDA's min and max: of mixed signedness the unsigned type wins; of a number and a NaN the number.
#pragma once

#include "emulator/keywords.hpp"

#define EMU_MIN_MAX(result, first, second)                                           \
  EMU_INLINE result min(first a, second b) {                                         \
    return static_cast<result>(a) < static_cast<result>(b) ? static_cast<result>(a)  \
                                                           : static_cast<result>(b); \
  }                                                                                  \
  EMU_INLINE result max(first a, second b) {                                         \
    return static_cast<result>(a) > static_cast<result>(b) ? static_cast<result>(a)  \
                                                           : static_cast<result>(b); \
  }

#define EMU_MIN_MAX_SIGNED_AND_UNSIGNED(type)              \
  EMU_MIN_MAX(type, type, type)                            \
  EMU_MIN_MAX(unsigned type, unsigned type, unsigned type) \
  EMU_MIN_MAX(unsigned type, type, unsigned type)          \
  EMU_MIN_MAX(unsigned type, unsigned type, type)

EMU_MIN_MAX_SIGNED_AND_UNSIGNED(int)
EMU_MIN_MAX_SIGNED_AND_UNSIGNED(long)
EMU_MIN_MAX_SIGNED_AND_UNSIGNED(long long)
#undef EMU_MIN_MAX_SIGNED_AND_UNSIGNED
#undef EMU_MIN_MAX

EMU_INLINE float min(float a, float b) { return __builtin_fminf(a, b); }
EMU_INLINE float max(float a, float b) { return __builtin_fmaxf(a, b); }
EMU_INLINE double min(double a, double b) { return __builtin_fmin(a, b); }
EMU_INLINE double max(double a, double b) { return __builtin_fmax(a, b); }
EMU_INLINE double min(float a, double b) { return __builtin_fmin(static_cast<double>(a), b); }
EMU_INLINE double max(float a, double b) { return __builtin_fmax(static_cast<double>(a), b); }
EMU_INLINE double min(double a, float b) { return __builtin_fmin(a, static_cast<double>(b)); }
EMU_INLINE double max(double a, float b) { return __builtin_fmax(a, static_cast<double>(b)); }

EMU_INLINE unsigned umin(unsigned a, unsigned b) { return min(a, b); }
EMU_INLINE unsigned umax(unsigned a, unsigned b) { return max(a, b); }
EMU_INLINE long long llmin(long long a, long long b) { return min(a, b); }
EMU_INLINE long long llmax(long long a, long long b) { return max(a, b); }
EMU_INLINE unsigned long long ullmin(unsigned long long a, unsigned long long b) {
  return min(a, b);
}
EMU_INLINE unsigned long long ullmax(unsigned long long a, unsigned long long b) {
  return max(a, b);
}
