// A thread of the running grid in one word, as shadow memory keeps it.
#pragma once

#include <cstdint>

#include "core/card.hpp"
#include "core/findings.hpp"
#include "core/state.hpp"
#include "worker/report_page.hpp"

namespace emu {

/// Block number (modulo 2^22) and thread number.
using Who = std::uint32_t;
inline Who who_is(std::uint32_t block_number, unsigned thread) {
  return block_number << 10 | thread;
}
inline std::uint32_t block_of(Who who) { return who >> 10; }
inline unsigned thread_of(Who who) { return who & 1023; }
inline unsigned warp_of(Who who) { return thread_of(who) / card::warp_size; }
inline unsigned lane_of(Who who) { return who % card::warp_size; }

/// The number of a block in its grid, as `Who` keeps it.
std::uint32_t block_number(const Index3& index, const dim3& grid);
/// The indices that findings show, for a launch of this shape.
worker::ThreadId thread_id(Who who, const dim3& grid, const dim3& block);
/// Where a thread of `launch` did what `role` says ("reads here").
FindingPlace place_in(const KernelLaunch& launch, const void* pc, const char* role, Who who);

}  // namespace emu
