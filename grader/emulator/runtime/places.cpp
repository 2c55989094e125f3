#include "runtime/places.hpp"

#include "core/memory.hpp"

namespace emu::runtime {

PlaceKind place_of(const void* p, std::size_t bytes) {
  if (p == nullptr) return PlaceKind::invalid;
  const memory::Allocation* const a = memory::find(p);
  if (a == nullptr) return memory::in_arena(p) ? PlaceKind::invalid : PlaceKind::pageable;
  if (a->kind == memory::Kind::pinned) {
    const auto offset = static_cast<std::size_t>(static_cast<const char*>(p) - a->begin);
    return bytes <= a->bytes - offset ? PlaceKind::pinned : PlaceKind::invalid;
  }
  if (!memory::is_device_range(p, bytes)) return PlaceKind::invalid;
  const bool managed = a->kind == memory::Kind::managed ||
                       (a->kind == memory::Kind::symbol && a->symbol_space == SymbolSpace::managed);
  return managed ? PlaceKind::managed : PlaceKind::device;
}

}  // namespace emu::runtime
