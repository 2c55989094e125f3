// One atomic operation on a submission's memory, on bits: how all atomics here are made. Real ones,
// since the blocks of an unchecked run are spread over OS threads.
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "core/access.hpp"

namespace emu {

template <std::size_t bytes>
using BitsOfSize = std::conditional_t<
    bytes == 1, std::uint8_t,
    std::conditional_t<bytes == 2, std::uint16_t,
                       std::conditional_t<bytes == 4, std::uint32_t, std::uint64_t>>>;

template <class T>
BitsOfSize<sizeof(T)> to_bits(T value) {
  BitsOfSize<sizeof(T)> bits;
  std::memcpy(&bits, &value, sizeof(T));
  return bits;
}

template <class T>
T from_bits(BitsOfSize<sizeof(T)> bits) {
  T value;
  std::memcpy(&value, &bits, sizeof(T));
  return value;
}

struct AtomicSite {
  Order order;
  Scope scope;
  const void* pc;
  bool compares = false;  ///< See Observer::Outcome.
};

/// Replaces what is at `address` by compute(it) and returns what was there. Tells the observers,
/// who may let other threads run before this returns.
template <class T, class Compute>
T read_modify_write(T* address, Compute compute, const AtomicSite& site) {
  using Bits = BitsOfSize<sizeof(T)>;
  require_accessible(address, sizeof(T), site.pc);
  Bits* const place = reinterpret_cast<Bits*>(address);
  Bits old_bits = __atomic_load_n(place, __ATOMIC_RELAXED);
  Bits new_bits;
  do {
    new_bits = to_bits<T>(compute(from_bits<T>(old_bits)));
  } while (!__atomic_compare_exchange_n(place, &old_bits, new_bits, true, __ATOMIC_SEQ_CST,
                                        __ATOMIC_RELAXED));
  tell_atomic(address, sizeof(T), site.pc, site.order, site.scope,
              {new_bits != old_bits, site.compares});
  return from_bits<T>(old_bits);
}

}  // namespace emu
