// How hardware takes one memory instruction of a warp: pure arithmetic on the addresses of its
// lanes. The rules are measured ones; grader/tests/counters compares them with a GPU's counts.
#pragma once

#include <array>
#include <cstdint>

namespace emu {

inline constexpr unsigned lanes_of_a_warp = 32;
inline constexpr unsigned sector_bytes = 32, word_bytes = 4;
inline constexpr unsigned shared_banks = 32;

/// The accesses of one instruction's active lanes, in the order of the lanes; all of one width.
struct WarpAccesses {
  unsigned count = 0;  ///< Active lanes.
  unsigned bytes = 0;  ///< Of each lane's access: 1, 2, 4, 8 or 16.
  std::array<std::uint64_t, lanes_of_a_warp> address;
  std::array<std::uint8_t, lanes_of_a_warp> lane;
};

/// Distinct pieces of memory that a request touches.
struct Coverage {
  unsigned sectors = 0, words = 0;
};
Coverage coverage(const WarpAccesses& accesses);

/// Turns that the banks take: the most distinct words that one bank has to deliver, for all lanes
/// at once where they access up to 4 bytes, for each half of the warp where they access 8, for each
/// quarter where they access 16.
unsigned shared_wavefronts(const WarpAccesses& accesses);

/// Turns that the same bytes would take without conflicts.
inline unsigned ideal_wavefronts(const WarpAccesses& accesses) {
  constexpr unsigned bytes_per_turn = shared_banks * word_bytes;
  return (accesses.count * accesses.bytes + bytes_per_turn - 1) / bytes_per_turn;
}

unsigned distinct_addresses(const WarpAccesses& accesses);

}  // namespace emu
