// The card that the emulator is: limits of compute capability 9.0 on 4 multiprocessors, so that
// cooperative grids stay small and home-made grid barriers hang soon.
#pragma once

#include <cstddef>

namespace emu::card {

inline constexpr const char* name = "Sum to Scan emulator";
inline constexpr int compute_major = 9, compute_minor = 0;
inline constexpr unsigned multiprocessors = 4;
inline constexpr unsigned warp_size = 32;
inline constexpr unsigned max_threads_per_block = 1024;
inline constexpr unsigned max_block[3] = {1024, 1024, 64};
inline constexpr unsigned max_grid[3] = {2147483647u, 65535u, 65535u};
inline constexpr unsigned max_threads_per_multiprocessor = 2048;
inline constexpr unsigned max_blocks_per_multiprocessor = 32;
inline constexpr std::size_t shared_per_block = 49152;  // without opting in
inline constexpr std::size_t shared_per_block_optin = 232448;
inline constexpr std::size_t shared_per_multiprocessor = 233472;
inline constexpr std::size_t shared_reserved_per_block = 1024;
inline constexpr unsigned registers_per_block = 65536;
inline constexpr std::size_t constant_bytes = 65536;
inline constexpr std::size_t memory_bytes = std::size_t{8} << 30;
inline constexpr std::size_t l2_bytes = std::size_t{60} << 20;

/// Blocks of this shape that the whole card holds at once; 0 where one does not fit.
unsigned resident_blocks(unsigned threads_per_block, std::size_t shared_bytes);

}  // namespace emu::card
