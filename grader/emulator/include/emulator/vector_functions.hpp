// make_float4(x, y, z, w) and its relatives.
#pragma once

#include "emulator/keywords.hpp"
#include "emulator/vector_types.hpp"

#define EMU_MAKE_4(scalar, type) \
  EMU_INLINE type make_##type(scalar x, scalar y, scalar z, scalar w) { return {x, y, z, w}; }

#define EMU_MAKE(scalar, prefix)                                                            \
  EMU_INLINE prefix##1 make_##prefix##1(scalar x) { return {x}; }                           \
  EMU_INLINE prefix##2 make_##prefix##2(scalar x, scalar y) { return {x, y}; }              \
  EMU_INLINE prefix##3 make_##prefix##3(scalar x, scalar y, scalar z) { return {x, y, z}; } \
  EMU_MAKE_4(scalar, prefix##4)

#define EMU_MAKE_WIDE(scalar, prefix) \
  EMU_MAKE_4(scalar, prefix##4_16a)   \
  EMU_MAKE_4(scalar, prefix##4_32a)

EMU_MAKE(signed char, char)
EMU_MAKE(unsigned char, uchar)
EMU_MAKE(short, short)
EMU_MAKE(unsigned short, ushort)
EMU_MAKE(int, int)
EMU_MAKE(unsigned, uint)
EMU_MAKE(long, long)
EMU_MAKE(unsigned long, ulong)
EMU_MAKE(long long, longlong)
EMU_MAKE(unsigned long long, ulonglong)
EMU_MAKE(float, float)
EMU_MAKE(double, double)
EMU_MAKE_WIDE(long, long)
EMU_MAKE_WIDE(unsigned long, ulong)
EMU_MAKE_WIDE(long long, longlong)
EMU_MAKE_WIDE(unsigned long long, ulonglong)
EMU_MAKE_WIDE(double, double)

#undef EMU_MAKE_WIDE
#undef EMU_MAKE
#undef EMU_MAKE_4
