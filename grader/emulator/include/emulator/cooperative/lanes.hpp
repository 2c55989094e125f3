// What the groups within a warp are made of: ranks in block and grid, and moves of any small type
// between the lanes of a mask.
#pragma once

#include <type_traits>

#include "emulator/builtin_variables.hpp"
#include "emulator/integer_intrinsics.hpp"
#include "emulator/warp.hpp"

namespace emu::lanes {

EMU_INLINE unsigned rank_in_block() {
  return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}
EMU_INLINE unsigned threads_in_block() { return blockDim.x * blockDim.y * blockDim.z; }
EMU_INLINE unsigned long long block_in_grid() {
  return (static_cast<unsigned long long>(blockIdx.z) * gridDim.y + blockIdx.y) * gridDim.x +
         blockIdx.x;
}
EMU_INLINE unsigned long long blocks_in_grid() {
  return static_cast<unsigned long long>(gridDim.x) * gridDim.y * gridDim.z;
}

EMU_INLINE unsigned own() { return rank_in_block() & 31; }
EMU_INLINE unsigned before_own() { return (1u << own()) - 1; }

/// `count` set bits from `first` on; count 0 .. 32.
EMU_INLINE constexpr unsigned mask_of(unsigned first, unsigned count) {
  return count == 0 ? 0 : 0xffffffffu >> (32 - count) << first;
}

/// Lane of the member with this rank; a rank that no member has stands for the caller.
EMU_INLINE unsigned with_rank(unsigned mask, unsigned rank) {
  for (unsigned rest = mask; rest != 0; rest &= rest - 1) {
    if (rank-- == 0) return static_cast<unsigned>(__builtin_ctz(rest));
  }
  return own();
}

/// Bits of `lanes` that lie in `mask`, moved together: bit r is the member with rank r.
EMU_INLINE unsigned packed(unsigned lanes, unsigned mask) {
  unsigned result = 0, rank = 0;
  for (unsigned rest = mask; rest != 0; rest &= rest - 1, rank++) {
    if (lanes >> __builtin_ctz(rest) & 1) result |= 1u << rank;
  }
  return result;
}

template <unsigned count>
struct Words {
  unsigned word[count];
};

/// Applies `move` (from one 64-bit value to another) to the bytes of a value.
template <class T, class Move>
EMU_INLINE T moved(T value, Move move) {
  static_assert(std::is_trivially_copyable_v<T>, "groups move values as bits");
  static_assert(sizeof(T) <= 32, "groups move values of at most 32 bytes");
  if constexpr (sizeof(T) == 8) {
    return __builtin_bit_cast(T, move(__builtin_bit_cast(unsigned long long, value)));
  } else if constexpr (sizeof(T) == 4) {
    return __builtin_bit_cast(T, static_cast<unsigned>(move(__builtin_bit_cast(unsigned, value))));
  } else if constexpr (sizeof(T) == 2) {
    return __builtin_bit_cast(
        T, static_cast<unsigned short>(move(__builtin_bit_cast(unsigned short, value))));
  } else if constexpr (sizeof(T) == 1) {
    return __builtin_bit_cast(
        T, static_cast<unsigned char>(move(__builtin_bit_cast(unsigned char, value))));
  } else {
    static_assert(sizeof(T) % 4 == 0, "groups move values of 1, 2 and multiples of 4 bytes");
    auto words = __builtin_bit_cast(Words<sizeof(T) / 4>, value);
    for (unsigned& word : words.word) word = static_cast<unsigned>(move(word));
    return __builtin_bit_cast(T, words);
  }
}

/// The value that `lane` brings.
template <class T>
EMU_INLINE T from_lane(unsigned mask, T value, unsigned lane) {
  return moved(
      value, [=](unsigned long long bits) __attribute__((always_inline)) {
        return __shfl_sync(mask, bits, static_cast<int>(lane));
      });
}

}  // namespace emu::lanes
