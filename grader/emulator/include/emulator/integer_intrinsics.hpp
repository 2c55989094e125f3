// Integer intrinsics, with the device's results where C++ leaves them open (a count of leading
// zeros of 0, shifts by the width and more).
#pragma once

#include "emulator/keywords.hpp"

namespace emu {
__extension__ typedef __int128 Wide;
__extension__ typedef unsigned __int128 UnsignedWide;
}  // namespace emu

EMU_INLINE int __popc(unsigned x) { return __builtin_popcount(x); }
EMU_INLINE int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
EMU_INLINE int __clz(int x) { return x == 0 ? 32 : __builtin_clz(static_cast<unsigned>(x)); }
EMU_INLINE int __clzll(long long x) {
  return x == 0 ? 64 : __builtin_clzll(static_cast<unsigned long long>(x));
}
/// Position of the lowest set bit, from 1; 0 where none is set.
EMU_INLINE int __ffs(int x) { return __builtin_ffs(x); }
EMU_INLINE int __ffsll(long long x) { return __builtin_ffsll(x); }

EMU_INLINE unsigned __brev(unsigned x) {
  x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1;
  x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2;
  x = (x >> 4 & 0x0f0f0f0fu) | (x & 0x0f0f0f0fu) << 4;
  return __builtin_bswap32(x);
}
EMU_INLINE unsigned long long __brevll(unsigned long long x) {
  return static_cast<unsigned long long>(__brev(static_cast<unsigned>(x))) << 32 |
         __brev(static_cast<unsigned>(x >> 32));
}

/// Four bytes chosen out of the eight of y:x by the low three bits of each of the selector's
/// nibbles.
EMU_INLINE unsigned __byte_perm(unsigned x, unsigned y, unsigned selector) {
  const unsigned long long bytes = static_cast<unsigned long long>(y) << 32 | x;
  unsigned result = 0;
  for (unsigned i = 0; i < 4; i++) {
    const unsigned chosen = selector >> (4 * i) & 7;
    result |= static_cast<unsigned>(bytes >> (8 * chosen) & 0xff) << (8 * i);
  }
  return result;
}

/// Lane of the `offset`-th set bit of `mask` from `base` upwards (downwards for a negative offset;
/// for 0 `base` itself where its bit is set); 0xffffffff where there is none.
EMU_INLINE unsigned __fns(unsigned mask, unsigned base, int offset) {
  if (base > 31) return 0xffffffffu;
  if (offset == 0) return mask >> base & 1 ? base : 0xffffffffu;
  const int step = offset > 0 ? 1 : -1;
  int left = offset > 0 ? offset : -offset;
  for (int lane = static_cast<int>(base); lane >= 0 && lane < 32; lane += step) {
    if ((mask >> lane & 1) && --left == 0) return static_cast<unsigned>(lane);
  }
  return 0xffffffffu;
}

EMU_INLINE int __mulhi(int x, int y) {
  return static_cast<int>(static_cast<long long>(x) * y >> 32);
}
EMU_INLINE unsigned __umulhi(unsigned x, unsigned y) {
  return static_cast<unsigned>(static_cast<unsigned long long>(x) * y >> 32);
}
EMU_INLINE long long __mul64hi(long long x, long long y) {
  return static_cast<long long>(static_cast<emu::Wide>(x) * y >> 64);
}
EMU_INLINE unsigned long long __umul64hi(unsigned long long x, unsigned long long y) {
  return static_cast<unsigned long long>(static_cast<emu::UnsignedWide>(x) * y >> 64);
}
/// Low 32 bits of the product of the low 24 bits, as signed numbers.
EMU_INLINE int __mul24(int x, int y) {
  const long long a = static_cast<int>(static_cast<unsigned>(x) << 8) >> 8;
  const long long b = static_cast<int>(static_cast<unsigned>(y) << 8) >> 8;
  return static_cast<int>(static_cast<unsigned>(a * b));
}
EMU_INLINE unsigned __umul24(unsigned x, unsigned y) { return (x & 0xffffffu) * (y & 0xffffffu); }

/// |x - y| + z, which wraps.
EMU_INLINE unsigned __sad(int x, int y, unsigned z) {
  const unsigned difference = static_cast<unsigned>(x) - static_cast<unsigned>(y);
  return (x > y ? difference : 0u - difference) + z;
}
EMU_INLINE unsigned __usad(unsigned x, unsigned y, unsigned z) {
  return (x > y ? x - y : y - x) + z;
}

/// Averages without overflow: rounded down, and (the r forms) up.
EMU_INLINE int __hadd(int x, int y) {
  return static_cast<int>((static_cast<long long>(x) + y) >> 1);
}
EMU_INLINE int __rhadd(int x, int y) {
  return static_cast<int>((static_cast<long long>(x) + y + 1) >> 1);
}
EMU_INLINE unsigned __uhadd(unsigned x, unsigned y) {
  return static_cast<unsigned>((static_cast<unsigned long long>(x) + y) >> 1);
}
EMU_INLINE unsigned __urhadd(unsigned x, unsigned y) {
  return static_cast<unsigned>((static_cast<unsigned long long>(x) + y + 1) >> 1);
}

/// Shifts of the 64 bits hi:lo, by shift modulo 32 and (the c forms) by 32 at most.
EMU_INLINE unsigned __funnelshift_l(unsigned lo, unsigned hi, unsigned shift) {
  return static_cast<unsigned>((static_cast<unsigned long long>(hi) << 32 | lo) << (shift & 31) >>
                               32);
}
EMU_INLINE unsigned __funnelshift_lc(unsigned lo, unsigned hi, unsigned shift) {
  return shift >= 32 ? lo : __funnelshift_l(lo, hi, shift);
}
EMU_INLINE unsigned __funnelshift_r(unsigned lo, unsigned hi, unsigned shift) {
  return static_cast<unsigned>((static_cast<unsigned long long>(hi) << 32 | lo) >> (shift & 31));
}
EMU_INLINE unsigned __funnelshift_rc(unsigned lo, unsigned hi, unsigned shift) {
  return shift >= 32 ? hi : __funnelshift_r(lo, hi, shift);
}
