// Shadow memory: something kept for every piece of the memory that kernels can reach. Address space
// is reserved once and becomes memory where it is touched.
#pragma once

#include <cstddef>

#include "core/memory.hpp"
#include "core/state.hpp"

namespace emu {

/// Zeroed address space that costs no memory before it is touched. Leaves the process with a
/// sentence where there is none.
/// @param huge_pages  for entries that are used many in a row
void* reserve_shadow(std::size_t bytes, bool huge_pages);
/// Zeroes [begin, begin + bytes); gives whole pages back.
void clear_shadow(void* begin, std::size_t bytes);

/// One Entry for each `granule` bytes of the arena, of all shared memory and of the variables with
/// static storage on the device.
template <class Entry, std::size_t granule>
class Shadow {
 public:
  void reserve() {
    if (arena_ != nullptr) return;
    arena_ =
        static_cast<Entry*>(reserve_shadow(memory::arena_bytes / granule * sizeof(Entry), true));
    shared_ =
        static_cast<Entry*>(reserve_shadow(shared_region_bytes / granule * sizeof(Entry), false));
  }

  /// The entry of the piece that holds p; null where none is kept (pinned memory).
  Entry* at(const void* p) {
    const auto* const address = static_cast<const char*>(p);
    if (memory::in_arena(address))
      return arena_ + static_cast<std::size_t>(address - memory::arena_begin) / granule;
    if (in_shared_region(address))
      return shared_ + static_cast<std::size_t>(address - shared_region_begin) / granule;
    return at_symbol(address);
  }

  /// The same of an address that is known to lie in shared memory, or else in the arena.
  template <bool in_shared>
  Entry* at(const void* p) {
    const char* const begin = in_shared ? shared_region_begin : memory::arena_begin;
    return (in_shared ? shared_ : arena_) +
           static_cast<std::size_t>(static_cast<const char*>(p) - begin) / granule;
  }

  /// Zeroes the entries of the pieces that [p, p + bytes) touches, in the arena or shared memory.
  void clear(const void* p, std::size_t bytes) {
    if (bytes == 0 || (!memory::in_arena(p) && !in_shared_region(p))) return;
    Entry* const first = at(p);
    Entry* const last = at(static_cast<const char*>(p) + bytes - 1);
    clear_shadow(first, static_cast<std::size_t>(last + 1 - first) * sizeof(Entry));
  }

  void clear_all() {
    clear_shadow(arena_, memory::arena_bytes / granule * sizeof(Entry));
    clear_shadow(shared_, shared_region_bytes / granule * sizeof(Entry));
    if (symbols_ != nullptr) clear_shadow(symbols_, symbol_entries() * sizeof(Entry));
  }

 private:
  static std::size_t symbol_entries() {
    return static_cast<std::size_t>(memory::symbols_end - memory::symbols_begin) / granule + 2;
  }
  Entry* at_symbol(const char* address) {
    if (address < memory::symbols_begin || address >= memory::symbols_end) return nullptr;
    if (symbols_ == nullptr)
      symbols_ = static_cast<Entry*>(reserve_shadow(symbol_entries() * sizeof(Entry), false));
    const auto skipped = reinterpret_cast<std::uintptr_t>(memory::symbols_begin) / granule;
    return symbols_ + (reinterpret_cast<std::uintptr_t>(address) / granule - skipped);
  }

  Entry* arena_ = nullptr;
  Entry* shared_ = nullptr;
  Entry* symbols_ = nullptr;
};

}  // namespace emu
