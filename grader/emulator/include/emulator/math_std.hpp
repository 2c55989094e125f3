// std:: names of the math functions, which nvcc offers without an include. <cmath> may follow: it
// repeats these declarations and adds overloads, which win.
#pragma once

#define EMU_STD_MATH(name) \
  using ::name;            \
  using ::name##f;

namespace std {
EMU_STD_MATH(acos)
EMU_STD_MATH(acosh)
EMU_STD_MATH(asin)
EMU_STD_MATH(asinh)
EMU_STD_MATH(atan)
EMU_STD_MATH(atan2)
EMU_STD_MATH(atanh)
EMU_STD_MATH(cbrt)
EMU_STD_MATH(ceil)
EMU_STD_MATH(copysign)
EMU_STD_MATH(cos)
EMU_STD_MATH(cosh)
EMU_STD_MATH(erf)
EMU_STD_MATH(erfc)
EMU_STD_MATH(exp)
EMU_STD_MATH(exp2)
EMU_STD_MATH(expm1)
EMU_STD_MATH(fabs)
EMU_STD_MATH(fdim)
EMU_STD_MATH(floor)
EMU_STD_MATH(fma)
EMU_STD_MATH(fmax)
EMU_STD_MATH(fmin)
EMU_STD_MATH(fmod)
EMU_STD_MATH(frexp)
EMU_STD_MATH(hypot)
EMU_STD_MATH(ilogb)
EMU_STD_MATH(ldexp)
EMU_STD_MATH(lgamma)
EMU_STD_MATH(llrint)
EMU_STD_MATH(llround)
EMU_STD_MATH(log)
EMU_STD_MATH(log10)
EMU_STD_MATH(log1p)
EMU_STD_MATH(log2)
EMU_STD_MATH(logb)
EMU_STD_MATH(lrint)
EMU_STD_MATH(lround)
EMU_STD_MATH(modf)
EMU_STD_MATH(nearbyint)
EMU_STD_MATH(nextafter)
EMU_STD_MATH(pow)
EMU_STD_MATH(remainder)
EMU_STD_MATH(rint)
EMU_STD_MATH(round)
EMU_STD_MATH(scalbn)
EMU_STD_MATH(sin)
EMU_STD_MATH(sinh)
EMU_STD_MATH(sqrt)
EMU_STD_MATH(tan)
EMU_STD_MATH(tanh)
EMU_STD_MATH(tgamma)
EMU_STD_MATH(trunc)
using ::isfinite;
using ::isinf;
using ::isnan;
using ::isnormal;
using ::signbit;
}  // namespace std

#undef EMU_STD_MATH
