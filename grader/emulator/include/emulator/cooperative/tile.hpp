// Tiles: 1, 2, 4, 8, 16 or 32 threads of a warp, the number known when compiling.
#pragma once

#include "emulator/cooperative/groups.hpp"
#include "emulator/cooperative/lanes.hpp"

namespace cooperative_groups {

/// The tile that holds the calling thread. `Parent` is what was partitioned, void where forgotten.
template <unsigned Size, class Parent = void>
class thread_block_tile;

template <unsigned Size>
class thread_block_tile<Size, void> : public thread_group {
  static_assert(Size != 0 && Size <= 32 && (Size & (Size - 1)) == 0,
                "the emulator has tiles of 1, 2, 4, 8, 16 and 32 threads");

 public:
  /// From a tile of the same size, whatever its parent.
  template <class Parent>
  EMU_INLINE thread_block_tile(const thread_block_tile<Size, Parent>& other)
      : thread_block_tile(other.meta_group_rank(), other.meta_group_size()) {}
  /// For tiled_partition: number of this tile in its parent, and of the parent's tiles.
  EMU_INLINE thread_block_tile(unsigned meta_group_rank, unsigned meta_group_size)
      : thread_group(Kind::lanes, emu::lanes::mask_of(first_lane(), Size)),
        meta_group_rank_(meta_group_rank),
        meta_group_size_(meta_group_size) {}

  EMU_INLINE static void sync() { __syncwarp(mask()); }
  EMU_INLINE static constexpr unsigned num_threads() { return Size; }
  EMU_INLINE static constexpr unsigned size() { return Size; }
  EMU_INLINE static unsigned thread_rank() { return emu::lanes::rank_in_block() & (Size - 1); }
  EMU_INLINE unsigned meta_group_rank() const { return meta_group_rank_; }
  EMU_INLINE unsigned meta_group_size() const { return meta_group_size_; }
  /// The lanes, for functions that take a mask.
  EMU_INLINE static unsigned lanes() { return mask(); }

  template <class T>
  EMU_INLINE T shfl(T value, int source_rank) const {
    return emu::lanes::moved(
        value, [=](unsigned long long bits) __attribute__((always_inline)) {
          return __shfl_sync(mask(), bits, source_rank, width);
        });
  }
  template <class T>
  EMU_INLINE T shfl_down(T value, unsigned delta) const {
    return emu::lanes::moved(
        value, [=](unsigned long long bits) __attribute__((always_inline)) {
          return __shfl_down_sync(mask(), bits, delta, width);
        });
  }
  template <class T>
  EMU_INLINE T shfl_up(T value, unsigned delta) const {
    return emu::lanes::moved(
        value, [=](unsigned long long bits) __attribute__((always_inline)) {
          return __shfl_up_sync(mask(), bits, delta, width);
        });
  }
  template <class T>
  EMU_INLINE T shfl_xor(T value, unsigned lane_mask) const {
    return emu::lanes::moved(
        value, [=](unsigned long long bits) __attribute__((always_inline)) {
          return __shfl_xor_sync(mask(), bits, static_cast<int>(lane_mask), width);
        });
  }

  EMU_INLINE int any(int predicate) const { return __ballot_sync(mask(), predicate) != 0; }
  /// False in a tile that the block does not fill, as on hardware.
  EMU_INLINE int all(int predicate) const { return __ballot_sync(mask(), predicate) == mask(); }
  EMU_INLINE unsigned ballot(int predicate) const {
    return __ballot_sync(mask(), predicate) >> first_lane();
  }
  template <class T>
  EMU_INLINE unsigned match_any(T value) const {
    return __match_any_sync(mask(), value) >> first_lane();
  }
  template <class T>
  EMU_INLINE unsigned match_all(T value, int& all_equal) const {
    return __match_all_sync(mask(), value, &all_equal) >> first_lane();
  }

 private:
  static constexpr int width = static_cast<int>(Size);
  EMU_INLINE static unsigned first_lane() { return emu::lanes::own() & ~(Size - 1); }
  EMU_INLINE static unsigned mask() { return emu::lanes::mask_of(first_lane(), Size); }

  unsigned meta_group_rank_, meta_group_size_;
};

template <unsigned Size, class Parent>
class thread_block_tile : public thread_block_tile<Size, void> {
 public:
  EMU_INLINE explicit thread_block_tile(const Parent&)
      : thread_block_tile<Size, void>(Parent::thread_rank() / Size,
                                      (Parent::size() + Size - 1) / Size) {}
};

/// A collective of the block's threads that each fall into one tile.
template <unsigned Size>
EMU_INLINE thread_block_tile<Size, thread_block> tiled_partition(const thread_block& block) {
  return thread_block_tile<Size, thread_block>(block);
}

template <unsigned Size, unsigned ParentSize, class GrandParent>
EMU_INLINE thread_block_tile<Size, thread_block_tile<ParentSize, GrandParent>> tiled_partition(
    const thread_block_tile<ParentSize, GrandParent>& tile) {
  static_assert(Size < ParentSize, "a tile is smaller than its parent");
  return thread_block_tile<Size, thread_block_tile<ParentSize, GrandParent>>(tile);
}

EMU_INLINE thread_block_tile<1> this_thread() { return thread_block_tile<1>(0u, 1u); }

}  // namespace cooperative_groups
