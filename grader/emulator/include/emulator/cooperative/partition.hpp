// Partitions whose parts are not known when compiling.
#pragma once

#include <type_traits>

#include "emulator/cooperative/coalesced_group.hpp"
#include "emulator/cooperative/tile.hpp"

namespace cooperative_groups {

/// Parts of `size` consecutive ranks, 1, 2, 4, 8, 16 or 32; the last one may be smaller. Any other
/// size ends the kernel.
EMU_INLINE coalesced_group tiled_partition(const coalesced_group& parent, unsigned size) {
  if (size == 0 || size > 32 || (size & (size - 1)) != 0) __trap();
  const unsigned part = parent.thread_rank() / size;
  unsigned lanes = 0, rank = 0;
  for (unsigned rest = parent.lanes(); rest != 0; rest &= rest - 1, rank++) {
    if (rank / size == part) lanes |= rest & (0u - rest);
  }
  return coalesced_group(lanes, part, (parent.size() + size - 1) / size);
}

EMU_INLINE thread_group tiled_partition(const thread_block& block, unsigned size) {
  const unsigned first = block.thread_rank() & ~31u;
  const unsigned left = block.size() - first;
  const unsigned lanes = emu::lanes::mask_of(0, left < 32 ? left : 32);
  return tiled_partition(coalesced_group(lanes), size);
}

/// Of a block, a tile or a coalesced group.
EMU_INLINE thread_group tiled_partition(const thread_group& parent, unsigned size) {
  if (parent.kind() == thread_group::Kind::block) return tiled_partition(thread_block(), size);
  if (parent.kind() != thread_group::Kind::lanes) __trap();
  return tiled_partition(coalesced_group(parent.lane_mask()), size);
}

/// The threads of a tile or coalesced group with the same label.
template <class Group, class Label>
EMU_INLINE coalesced_group labeled_partition(const Group& parent, Label label) {
  static_assert(std::is_integral_v<Label>, "a label is an integer");
  const unsigned all = parent.lanes();
  const unsigned lanes = __match_any_sync(all, label);
  const unsigned first = lanes & (0u - lanes);
  const unsigned leaders = __ballot_sync(all, first == 1u << emu::lanes::own());
  return coalesced_group(lanes, static_cast<unsigned>(__popc(leaders & (first - 1))),
                         static_cast<unsigned>(__popc(leaders)));
}

/// The threads of a tile or coalesced group with the same predicate. Where all agree, the one part
/// counts as the first of one.
template <class Group>
EMU_INLINE coalesced_group binary_partition(const Group& parent, bool predicate) {
  const unsigned lanes = parent.lanes();
  const unsigned ayes = __ballot_sync(lanes, predicate);
  if (ayes == lanes || ayes == 0) return coalesced_group(lanes);
  return coalesced_group(predicate ? ayes : lanes & ~ayes, predicate, 2);
}

}  // namespace cooperative_groups
