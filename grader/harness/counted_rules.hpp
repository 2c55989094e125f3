// Counted rules that labs share, for expect_counts. Each says what is counted and what is allowed;
// which case it is asked for is the check's.
#pragma once

#include <cstdint>

#include "harness/check.hpp"

namespace harness {

/// No thread reads more than max(64, n / 1024) words of the input: what a kernel with one busy
/// thread, or one busy block, breaks.
CountedRule threads_share_the_work();
/// The same with a limit of its own.
CountedRule threads_read_at_most(std::uint64_t words);

/// Blocks that read the input have block_size threads; or, where `or_next_power_of_two`, as many as
/// the next power of two.
CountedRule blocks_have_block_size(bool or_next_power_of_two = false);

/// No block does more than one atomic operation on global memory.
CountedRule one_global_atomic_a_block();

/// At least `percent` % of the bytes read from the input come by 16-byte loads.
CountedRule input_by_16_byte_loads(double percent);

/// Words of the input that warps read, those that they read again counted again, for each element.
CountedRule input_read_at_most(double words_an_element);

/// Words of global memory that warps read and write, without polls and atomics, for each element.
CountedRule traffic_at_most(double words_an_element);

/// Accesses of shared memory by threads, without atomics, for each element.
CountedRule shared_accesses_at_most(double accesses_an_element);

/// Turns that shared memory takes for a warp's access, beside those that it would take without bank
/// conflicts; 1 where shared memory is not used.
CountedRule bank_conflicts_below(double ratio);

/// The call allocates no device memory.
CountedRule no_allocation();

/// The call copies nothing from the device to the host.
CountedRule no_copy_to_host();

}  // namespace harness
