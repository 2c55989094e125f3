// Bits taken as another type, and conversions with a rounding of their own.
#pragma once

#include "emulator/keywords.hpp"

#define EMU_REINTERPRET(name, to, from) \
  EMU_INLINE to name(from x) { return __builtin_bit_cast(to, x); }

EMU_REINTERPRET(__float_as_int, int, float)
EMU_REINTERPRET(__float_as_uint, unsigned, float)
EMU_REINTERPRET(__int_as_float, float, int)
EMU_REINTERPRET(__uint_as_float, float, unsigned)
EMU_REINTERPRET(__double_as_longlong, long long, double)
EMU_REINTERPRET(__longlong_as_double, double, long long)
#undef EMU_REINTERPRET

EMU_INLINE int __double2hiint(double x) {
  return static_cast<int>(__builtin_bit_cast(unsigned long long, x) >> 32);
}
EMU_INLINE int __double2loint(double x) {
  return static_cast<int>(__builtin_bit_cast(unsigned long long, x));
}
EMU_INLINE double __hiloint2double(int hi, int lo) {
  return __builtin_bit_cast(
      double,
      static_cast<unsigned long long>(static_cast<unsigned>(hi)) << 32 | static_cast<unsigned>(lo));
}

namespace emu {

/// The device's conversion: what does not fit becomes the nearest value that does, and NaN `nan`.
template <class Integer, class Real>
EMU_INLINE Integer saturated(Real whole, Integer nan) {
  constexpr bool is_signed = static_cast<Integer>(-1) < static_cast<Integer>(0);
  constexpr int value_bits = static_cast<int>(sizeof(Integer)) * 8 - is_signed;
  constexpr Integer highest =
      static_cast<Integer>((static_cast<unsigned long long>(1) << (value_bits - 1)) * 2 - 1);
  constexpr Integer lowest = is_signed ? static_cast<Integer>(-highest - 1) : Integer{0};
  constexpr Real limit =
      static_cast<Real>(static_cast<unsigned long long>(1) << (value_bits - 1)) * 2;
  if (whole != whole) return nan;
  if (whole >= limit) return highest;
  if (whole <= (is_signed ? -limit : Real{0})) return lowest;
  return static_cast<Integer>(whole);
}

}  // namespace emu

// NaN: 0 from float to 32 bits, and the highest bit alone everywhere else.
#define EMU_TO_INTEGER(prefix, from, mode, rounded, integer, nan) \
  EMU_INLINE integer prefix##_##mode(from x) { return emu::saturated<integer>(rounded, nan); }

#define EMU_TO_INTEGER_ALL_MODES(prefix, from, suffix, integer, nan)             \
  EMU_TO_INTEGER(prefix, from, rn, __builtin_nearbyint##suffix(x), integer, nan) \
  EMU_TO_INTEGER(prefix, from, rz, __builtin_trunc##suffix(x), integer, nan)     \
  EMU_TO_INTEGER(prefix, from, rd, __builtin_floor##suffix(x), integer, nan)     \
  EMU_TO_INTEGER(prefix, from, ru, __builtin_ceil##suffix(x), integer, nan)

EMU_TO_INTEGER_ALL_MODES(__float2int, float, f, int, 0)
EMU_TO_INTEGER_ALL_MODES(__float2uint, float, f, unsigned, 0)
EMU_TO_INTEGER_ALL_MODES(__float2ll, float, f, long long, -0x7fffffffffffffffLL - 1)
EMU_TO_INTEGER_ALL_MODES(__float2ull, float, f, unsigned long long, 0x8000000000000000ULL)
EMU_TO_INTEGER_ALL_MODES(__double2int, double, , int, -0x7fffffff - 1)
EMU_TO_INTEGER_ALL_MODES(__double2uint, double, , unsigned, 0x80000000u)
EMU_TO_INTEGER_ALL_MODES(__double2ll, double, , long long, -0x7fffffffffffffffLL - 1)
EMU_TO_INTEGER_ALL_MODES(__double2ull, double, , unsigned long long, 0x8000000000000000ULL)
#undef EMU_TO_INTEGER_ALL_MODES
#undef EMU_TO_INTEGER

// To the nearest value, which is C++'s own rounding; the directed forms are not offered.
#define EMU_CONVERT(name, to, from) \
  EMU_INLINE to name(from x) { return static_cast<to>(x); }

EMU_CONVERT(__int2float_rn, float, int)
EMU_CONVERT(__uint2float_rn, float, unsigned)
EMU_CONVERT(__ll2float_rn, float, long long)
EMU_CONVERT(__ull2float_rn, float, unsigned long long)
EMU_CONVERT(__int2double_rn, double, int)
EMU_CONVERT(__uint2double_rn, double, unsigned)
EMU_CONVERT(__ll2double_rn, double, long long)
EMU_CONVERT(__ull2double_rn, double, unsigned long long)
EMU_CONVERT(__double2float_rn, float, double)
#undef EMU_CONVERT
