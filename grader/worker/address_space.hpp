// What the emulator and the grader agree on about a worker's address space.
#pragma once

#include <cstdint>

namespace worker {

/// Where the emulator's device memory lies.
inline constexpr std::uint64_t arena_address = 0x200000000000;
inline constexpr std::uint64_t arena_bytes = std::uint64_t{128} << 30;

/// What a process exits with that cannot reserve the emulator's address space.
inline constexpr int exit_without_memory = 125;

}  // namespace worker
