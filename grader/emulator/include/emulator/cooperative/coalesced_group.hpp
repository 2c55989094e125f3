// Groups of any lanes of one warp.
#pragma once

#include "emulator/cooperative/groups.hpp"
#include "emulator/cooperative/lanes.hpp"

namespace cooperative_groups {

class coalesced_group : public thread_group {
 public:
  /// For the functions that make groups: the lanes, of which the caller is one; the number of this
  /// group among those made of the same parent, and how many they are.
  EMU_INLINE explicit coalesced_group(unsigned lanes, unsigned meta_group_rank = 0,
                                      unsigned meta_group_size = 1)
      : thread_group(Kind::lanes, lanes),
        meta_group_rank_(meta_group_rank),
        meta_group_size_(meta_group_size) {}

  EMU_INLINE void sync() const { __syncwarp(lane_mask()); }
  EMU_INLINE unsigned num_threads() const { return static_cast<unsigned>(__popc(lane_mask())); }
  EMU_INLINE unsigned size() const { return num_threads(); }
  EMU_INLINE unsigned thread_rank() const {
    return static_cast<unsigned>(__popc(lane_mask() & emu::lanes::before_own()));
  }
  EMU_INLINE unsigned meta_group_rank() const { return meta_group_rank_; }
  EMU_INLINE unsigned meta_group_size() const { return meta_group_size_; }
  /// The lanes, for functions that take a mask.
  EMU_INLINE unsigned lanes() const { return lane_mask(); }

  template <class T>
  EMU_INLINE T shfl(T value, int source_rank) const {
    return from_rank(value, static_cast<unsigned>(source_rank));
  }
  /// Beyond the group's ends a thread gets its own value.
  template <class T>
  EMU_INLINE T shfl_down(T value, unsigned delta) const {
    return from_rank(value, thread_rank() + delta);
  }
  template <class T>
  EMU_INLINE T shfl_up(T value, unsigned delta) const {
    return from_rank(value, thread_rank() - delta);
  }

  EMU_INLINE int any(int predicate) const { return __ballot_sync(lane_mask(), predicate) != 0; }
  EMU_INLINE int all(int predicate) const {
    return __ballot_sync(lane_mask(), predicate) == lane_mask();
  }
  EMU_INLINE unsigned ballot(int predicate) const {
    return emu::lanes::packed(__ballot_sync(lane_mask(), predicate), lane_mask());
  }
  template <class T>
  EMU_INLINE unsigned match_any(T value) const {
    return emu::lanes::packed(__match_any_sync(lane_mask(), value), lane_mask());
  }
  template <class T>
  EMU_INLINE unsigned match_all(T value, int& all_equal) const {
    return emu::lanes::packed(__match_all_sync(lane_mask(), value, &all_equal), lane_mask());
  }

 private:
  template <class T>
  EMU_INLINE T from_rank(T value, unsigned rank) const {
    return emu::lanes::from_lane(lane_mask(), value, emu::lanes::with_rank(lane_mask(), rank));
  }

  unsigned meta_group_rank_, meta_group_size_;
};

/// The lanes of the caller's warp that come to this line together.
EMU_INLINE coalesced_group coalesced_threads(int line = __builtin_LINE()) {
  return coalesced_group(__activemask(line));
}

}  // namespace cooperative_groups
