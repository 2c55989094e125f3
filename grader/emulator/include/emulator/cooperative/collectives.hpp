// reduce, inclusive_scan and exclusive_scan of tiles and coalesced groups. The order of operations
// is that of hardware: a butterfly for full tiles, else an inclusive scan by doubling distances.
#pragma once

#include <type_traits>

#include "emulator/cooperative/coalesced_group.hpp"
#include "emulator/cooperative/operators.hpp"
#include "emulator/cooperative/tile.hpp"

namespace cooperative_groups {

template <class Group>
inline constexpr bool has_collectives = false;
template <>
inline constexpr bool has_collectives<coalesced_group> = true;
template <unsigned Size, class Parent>
inline constexpr bool has_collectives<thread_block_tile<Size, Parent>> = true;

/// Every member gets the combination of the values of all members with their rank up to its own.
template <class Group, class T, class Operator>
EMU_INLINE std::decay_t<T> inclusive_scan(const Group& group, T&& value, Operator&& combine) {
  static_assert(has_collectives<Group>, "scans are for tiles and coalesced groups");
  std::decay_t<T> result = value;
  for (unsigned distance = 1; distance < group.size(); distance *= 2) {
    const std::decay_t<T> earlier = group.shfl_up(result, distance);
    if (distance <= group.thread_rank()) result = combine(result, earlier);
  }
  return result;
}

/// The same without the member's own value; rank 0 gets T{}.
template <class Group, class T, class Operator>
EMU_INLINE std::decay_t<T> exclusive_scan(const Group& group, T&& value, Operator&& combine) {
  const std::decay_t<T> inclusive =
      inclusive_scan(group, static_cast<T&&>(value), static_cast<Operator&&>(combine));
  const std::decay_t<T> result = group.shfl_up(inclusive, 1);
  return group.thread_rank() == 0 ? std::decay_t<T>{} : result;
}

template <class Group, class T>
EMU_INLINE std::decay_t<T> inclusive_scan(const Group& group, T&& value) {
  return inclusive_scan(group, static_cast<T&&>(value), plus<std::decay_t<T>>());
}
template <class Group, class T>
EMU_INLINE std::decay_t<T> exclusive_scan(const Group& group, T&& value) {
  return exclusive_scan(group, static_cast<T&&>(value), plus<std::decay_t<T>>());
}

/// Every member of the tile gets the combination of all values.
template <unsigned Size, class Parent, class T, class Operator>
EMU_INLINE std::decay_t<T> reduce(const thread_block_tile<Size, Parent>& tile, T&& value,
                                  Operator&& combine) {
  std::decay_t<T> result = value;
  for (unsigned distance = Size / 2; distance > 0; distance /= 2) {
    result = combine(result, tile.shfl_xor(result, distance));
  }
  return result;
}

template <class T, class Operator>
EMU_INLINE std::decay_t<T> reduce(const coalesced_group& group, T&& value, Operator&& combine) {
  if (group.size() == 32) {
    return reduce(thread_block_tile<32>(0u, 1u), static_cast<T&&>(value),
                  static_cast<Operator&&>(combine));
  }
  const std::decay_t<T> scanned =
      inclusive_scan(group, static_cast<T&&>(value), static_cast<Operator&&>(combine));
  return group.shfl(scanned, static_cast<int>(group.size()) - 1);
}

}  // namespace cooperative_groups
