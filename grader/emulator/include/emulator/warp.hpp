// Warp operations. The mask names the lanes that take part; each of them has to come to the same
// operation, and the caller has to be one of them. What a lane outside brings is not defined, and
// here poison.
#pragma once

#include "emulator/keywords.hpp"

#define EMU_SHUFFLES(type)                                                                     \
  type __shfl_sync(unsigned mask, type value, int source_lane, int width = 32);                \
  type __shfl_up_sync(unsigned mask, type value, unsigned delta, int width = 32);              \
  type __shfl_down_sync(unsigned mask, type value, unsigned delta, int width = 32);            \
  type __shfl_xor_sync(unsigned mask, type value, int lane_mask, int width = 32);              \
  unsigned __match_any_sync(unsigned mask, type value);                                        \
  namespace emu {                                                                              \
  unsigned match_all(unsigned mask, type value); /* the lanes, or 0 where not all are equal */ \
  }                                                                                            \
  EMU_INLINE unsigned __match_all_sync(unsigned mask, type value, int* all_equal) {            \
    const unsigned lanes = emu::match_all(mask, value);                                        \
    *all_equal = lanes != 0;                                                                   \
    return lanes;                                                                              \
  }

EMU_SHUFFLES(int)
EMU_SHUFFLES(unsigned)
EMU_SHUFFLES(long)
EMU_SHUFFLES(unsigned long)
EMU_SHUFFLES(long long)
EMU_SHUFFLES(unsigned long long)
EMU_SHUFFLES(float)
EMU_SHUFFLES(double)
#undef EMU_SHUFFLES

int __all_sync(unsigned mask, int predicate);
int __any_sync(unsigned mask, int predicate);
int __uni_sync(unsigned mask, int predicate);
unsigned __ballot_sync(unsigned mask, int predicate);

unsigned __reduce_add_sync(unsigned mask, unsigned value);
unsigned __reduce_min_sync(unsigned mask, unsigned value);
unsigned __reduce_max_sync(unsigned mask, unsigned value);
int __reduce_add_sync(unsigned mask, int value);
int __reduce_min_sync(unsigned mask, int value);
int __reduce_max_sync(unsigned mask, int value);
unsigned __reduce_and_sync(unsigned mask, unsigned value);
unsigned __reduce_or_sync(unsigned mask, unsigned value);
unsigned __reduce_xor_sync(unsigned mask, unsigned value);

/// The lanes that run together with the caller; says nothing of who ought to.
unsigned __activemask(int line = __builtin_LINE());
