// thread_group and the groups of whole blocks and grids.
#pragma once

#include "emulator/cooperative/lanes.hpp"
#include "emulator/generated_code.hpp"
#include "emulator/synchronization.hpp"

namespace emu {

/// Out of line (core/schedule.hpp).
void grid_barrier(int line);
bool is_cooperative();

}  // namespace emu

namespace cooperative_groups {

/// What every group converts to: a block, a grid, or some lanes of a warp. Barriers take the line
/// of the call, which is never passed by hand.
class thread_group {
 public:
  EMU_INLINE thread_group(const thread_group& other) = default;
  thread_group& operator=(const thread_group&) = delete;  // CUDA declares and does not define it

  EMU_INLINE void sync(int line = __builtin_LINE()) const {
    switch (kind_) {
      case Kind::block:
        __syncthreads(line);
        break;
      case Kind::grid:
        emu::grid_barrier(line);
        break;
      case Kind::lanes:
        __syncwarp(mask_);
        break;
    }
  }
  EMU_INLINE unsigned long long num_threads() const {
    switch (kind_) {
      case Kind::block:
        return emu::lanes::threads_in_block();
      case Kind::grid:
        return emu::lanes::blocks_in_grid() * emu::lanes::threads_in_block();
      default:
        return static_cast<unsigned long long>(__popc(mask_));
    }
  }
  EMU_INLINE unsigned long long size() const { return num_threads(); }
  EMU_INLINE unsigned long long thread_rank() const {
    switch (kind_) {
      case Kind::block:
        return emu::lanes::rank_in_block();
      case Kind::grid:
        return emu::lanes::block_in_grid() * emu::lanes::threads_in_block() +
               emu::lanes::rank_in_block();
      default:
        return static_cast<unsigned long long>(__popc(mask_ & emu::lanes::before_own()));
    }
  }

 protected:
  enum class Kind : unsigned char { block, grid, lanes };
  EMU_INLINE explicit thread_group(Kind kind, unsigned mask = 0) : kind_(kind), mask_(mask) {}
  EMU_INLINE unsigned lane_mask() const { return mask_; }
  EMU_INLINE Kind kind() const { return kind_; }
  friend thread_group tiled_partition(const thread_group&, unsigned);

 private:
  Kind kind_;
  unsigned mask_;  ///< Of the lanes; 0 for blocks and grids.
};

class thread_block : public thread_group {
 public:
  EMU_INLINE thread_block() : thread_group(Kind::block) {}

  EMU_INLINE static void sync(int line = __builtin_LINE()) { __syncthreads(line); }
  EMU_INLINE static unsigned num_threads() { return emu::lanes::threads_in_block(); }
  EMU_INLINE static unsigned size() { return num_threads(); }
  EMU_INLINE static unsigned thread_rank() { return emu::lanes::rank_in_block(); }
  EMU_INLINE static dim3 group_index() { return dim3(blockIdx); }
  EMU_INLINE static dim3 thread_index() { return dim3(threadIdx); }
  EMU_INLINE static dim3 group_dim() { return blockDim; }
  EMU_INLINE static dim3 dim_threads() { return blockDim; }
};

class grid_group : public thread_group {
 public:
  EMU_INLINE grid_group() : thread_group(Kind::grid) {}

  /// Whether the launch was cooperative; sync() ends the kernel with an error where it was not.
  EMU_INLINE bool is_valid() const { return emu::is_cooperative(); }
  EMU_INLINE void sync(int line = __builtin_LINE()) const { emu::grid_barrier(line); }
  EMU_INLINE static unsigned long long num_threads() {
    return emu::lanes::blocks_in_grid() * emu::lanes::threads_in_block();
  }
  EMU_INLINE static unsigned long long size() { return num_threads(); }
  EMU_INLINE static unsigned long long thread_rank() {
    return emu::lanes::block_in_grid() * emu::lanes::threads_in_block() +
           emu::lanes::rank_in_block();
  }
  EMU_INLINE static unsigned long long num_blocks() { return emu::lanes::blocks_in_grid(); }
  EMU_INLINE static unsigned long long block_rank() { return emu::lanes::block_in_grid(); }
  EMU_INLINE static dim3 dim_blocks() { return gridDim; }
  EMU_INLINE static dim3 group_dim() { return gridDim; }
  EMU_INLINE static dim3 block_index() { return dim3(blockIdx); }
  /// Of the thread in the whole grid.
  EMU_INLINE static dim3 thread_index() {
    return dim3(blockIdx.x * blockDim.x + threadIdx.x, blockIdx.y * blockDim.y + threadIdx.y,
                blockIdx.z * blockDim.z + threadIdx.z);
  }
  EMU_INLINE static dim3 dim_threads() {
    return dim3(gridDim.x * blockDim.x, gridDim.y * blockDim.y, gridDim.z * blockDim.z);
  }
};

EMU_INLINE thread_block this_thread_block() { return thread_block(); }
EMU_INLINE grid_group this_grid() { return grid_group(); }

template <class Group>
EMU_INLINE void sync(const Group& group, int line = __builtin_LINE()) {
  group.sync(line);
}
template <class Group>
EMU_INLINE auto thread_rank(const Group& group) -> decltype(group.thread_rank()) {
  return group.thread_rank();
}
template <class Group>
EMU_INLINE auto group_size(const Group& group) -> decltype(group.num_threads()) {
  return group.num_threads();
}

}  // namespace cooperative_groups
