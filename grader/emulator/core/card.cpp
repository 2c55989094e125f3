#include "core/card.hpp"

#include <algorithm>

namespace emu::card {

unsigned resident_blocks(unsigned threads_per_block, std::size_t shared_bytes) {
  if (threads_per_block == 0 || threads_per_block > max_threads_per_block) return 0;
  if (shared_bytes > shared_per_block_optin) return 0;
  const unsigned warps = (threads_per_block + warp_size - 1) / warp_size;
  const unsigned by_threads = max_threads_per_multiprocessor / (warps * warp_size);
  const auto by_shared =
      static_cast<unsigned>(shared_per_multiprocessor / (shared_bytes + shared_reserved_per_block));
  return multiprocessors * std::min({by_threads, by_shared, max_blocks_per_multiprocessor});
}

}  // namespace emu::card
