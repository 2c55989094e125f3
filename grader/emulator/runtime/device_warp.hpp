// What the warp operations call themselves when they gather (core/schedule.hpp, warp_gather).
#pragma once

namespace emu {

/// Lanes that gather for different operations have not met.
enum WarpOperationKind : int {
  warp_sync,  ///< __syncwarp, the only one that orders memory
  warp_shuffle,
  warp_shuffle_up,
  warp_shuffle_down,
  warp_shuffle_xor,
  warp_all,
  warp_any,
  warp_uniform,
  warp_ballot,
  warp_match_any,
  warp_match_all,
  warp_reduce_add,
  warp_reduce_min,
  warp_reduce_max,
  warp_reduce_and,
  warp_reduce_or,
  warp_reduce_xor,
};

}  // namespace emu
