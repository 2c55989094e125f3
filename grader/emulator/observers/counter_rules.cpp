#include "observers/counter_rules.hpp"

#include <algorithm>

namespace emu {

namespace {

using Addresses = std::array<std::uint64_t, lanes_of_a_warp>;

/// The addresses in rising order: `sorted` is used where they do not lie so already.
const std::uint64_t* in_order(const WarpAccesses& accesses, Addresses& sorted) {
  const std::uint64_t* const begin = accesses.address.data();
  const std::uint64_t* const end = begin + accesses.count;
  if (std::is_sorted(begin, end)) return begin;
  // Falling order is as common as any other that is not rising.
  std::reverse_copy(begin, end, sorted.begin());
  if (!std::is_sorted(sorted.begin(), sorted.begin() + accesses.count))
    std::sort(sorted.begin(), sorted.begin() + accesses.count);
  return sorted.data();
}

/// Distinct pieces of 2^shift bytes under accesses in rising order.
unsigned pieces(const std::uint64_t* addresses, unsigned count, unsigned bytes, unsigned shift) {
  unsigned total = 0;
  std::uint64_t next = 0;  // the lowest piece that is not counted yet
  for (unsigned k = 0; k < count; ++k) {
    const std::uint64_t first = std::max(addresses[k] >> shift, next);
    const std::uint64_t behind = ((addresses[k] + bytes - 1) >> shift) + 1;
    if (behind <= first) continue;
    total += static_cast<unsigned>(behind - first);
    next = behind;
  }
  return total;
}

/// Of the accesses [from, to), which the banks serve together.
unsigned wavefronts_together(const WarpAccesses& accesses, unsigned from, unsigned to) {
  // The words that each bank has been asked for; only the first `asked` are set.
  struct Bank {
    std::array<std::uint64_t, lanes_of_a_warp> words;
    unsigned asked;
  };
  // Not on the stack: fibers have little of it. Counted runs have one OS thread.
  static thread_local std::array<Bank, shared_banks> banks;
  std::uint32_t used = 0;  // banks whose entry is valid
  unsigned most = 0;
  for (unsigned k = from; k < to; ++k) {
    const std::uint64_t first = accesses.address[k] / word_bytes;
    const std::uint64_t last = (accesses.address[k] + accesses.bytes - 1) / word_bytes;
    for (std::uint64_t word = first; word <= last; ++word) {
      const auto number = static_cast<unsigned>(word % shared_banks);
      Bank& bank = banks[number];
      if ((used >> number & 1) == 0) {
        used |= 1u << number;
        bank.asked = 0;
      }
      const auto end = bank.words.begin() + bank.asked;
      if (std::find(bank.words.begin(), end, word) != end) continue;
      bank.words[bank.asked++] = word;
      most = std::max(most, bank.asked);
    }
  }
  return most;
}

}  // namespace

Coverage coverage(const WarpAccesses& accesses) {
  Addresses scratch;
  const std::uint64_t* const sorted = in_order(accesses, scratch);
  return {pieces(sorted, accesses.count, accesses.bytes, 5),
          pieces(sorted, accesses.count, accesses.bytes, 2)};
}

unsigned shared_wavefronts(const WarpAccesses& accesses) {
  const unsigned groups = accesses.bytes <= 4 ? 1 : accesses.bytes / 4;
  const unsigned lanes_of_a_group = lanes_of_a_warp / groups;
  unsigned total = 0;
  for (unsigned from = 0; from < accesses.count;) {
    const unsigned group = accesses.lane[from] / lanes_of_a_group;
    unsigned to = from + 1;
    while (to < accesses.count && accesses.lane[to] / lanes_of_a_group == group) ++to;
    total += wavefronts_together(accesses, from, to);
    from = to;
  }
  return total;
}

unsigned distinct_addresses(const WarpAccesses& accesses) {
  Addresses scratch;
  const std::uint64_t* const sorted = in_order(accesses, scratch);
  unsigned total = 0;
  for (unsigned k = 0; k < accesses.count; ++k)
    total += k == 0 || sorted[k] != sorted[k - 1] ? 1u : 0u;
  return total;
}

}  // namespace emu
