// The operators of reduce and scan. Those named less and greater give the smaller and the greater.
#pragma once

#include "emulator/keywords.hpp"

namespace cooperative_groups {

#define EMU_OPERATOR(name, expression)                                \
  template <class T>                                                  \
  struct name {                                                       \
    EMU_INLINE T operator()(T a, T b) const { return T(expression); } \
  };

EMU_OPERATOR(plus, a + b)
EMU_OPERATOR(less, b < a ? b : a)
EMU_OPERATOR(greater, a < b ? b : a)
EMU_OPERATOR(bit_and, a& b)
EMU_OPERATOR(bit_or, a | b)
EMU_OPERATOR(bit_xor, a ^ b)
#undef EMU_OPERATOR

}  // namespace cooperative_groups
