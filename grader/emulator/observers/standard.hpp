// Which observers watch a run. A new observer is added in standard.cpp, and nowhere else.
#pragma once

#include "worker/counters.hpp"
#include "worker/protocol.hpp"

namespace emu {

enum class Watch : unsigned char {
  mistakes,  ///< Everything that can be wrong.
  traffic,   ///< The counters alone.
  both,      ///< For programs with their own main, which run once.
};
/// Chooses for all runs that follow.
void watch(Watch what);

/// A new call of the lab's function: counters begin at 0, no array is known.
void begin_call();
/// [begin, begin + bytes) is one of the call's inputs: loads from it are counted apart, and writing
/// to it is a mistake.
void note_input(const void* begin, std::size_t bytes);
/// [begin, begin + bytes) is one of the call's outputs.
void note_output(const void* begin, std::size_t bytes);
/// The counters since the last begin_call.
worker::Counters counters();
/// Also watches who writes these four bytes, until the next watch().
void watch_word(const void* word);
worker::Writer last_writer();
/// How far the shape run since the last begin_call got into its arrays.
worker::Reach reached();
/// block_size of the call, for Counters::other_block_size.
void expect_block_size(unsigned threads);
/// Whether allocations and copies to the host count from now on. They do at first; a caller that
/// makes some of its own says so.
void count_host_side(bool on);
/// Called after each kernel that was counted, with what that launch alone did.
using LaunchReport = void (*)(const char* kernel, const worker::Counters& launch);
void report_launches_to(LaunchReport report);

}  // namespace emu
