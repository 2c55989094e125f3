// Who does the work of a call: what the host side could see of device memory, and how often kernels
// touched memory at all. Counted in every checked run, whatever observers watch.
#pragma once

#include <cstddef>

#include "worker/protocol.hpp"

namespace emu {

/// Counting starts from zero, or ends. Off at first.
void begin_tally();
void end_tally();
const worker::Tally& tally();

/// The host side could see so many bytes that a kernel or the caller had written: by a copy, by its
/// own loads of managed memory, by a kernel's stores into pinned memory.
void tally_seen_by_host(std::size_t bytes);
/// A block has touched memory so many times, atomics apart.
void tally_accesses(std::uint64_t count);

}  // namespace emu
