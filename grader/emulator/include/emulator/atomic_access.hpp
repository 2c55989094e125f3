// The runtime's side of cuda::atomic: accesses to 1, 2, 4 or 8 bytes with an order and a scope.
// Values travel as bits, in the low bytes.
#pragma once

#include <cstdint>

#include "emulator/generated_code.hpp"

namespace emu::atomic_access {

using Bits = std::uint64_t;

enum class Arithmetic : std::uint8_t { add, subtract, bit_and, bit_or, bit_xor, minimum, maximum };
enum class Number : std::uint8_t { signed_integer, unsigned_integer, floating };

/// All of them take a location of `bytes` bytes, which has to be aligned to its size.
Bits load(const volatile void* location, unsigned bytes, Order order, Scope scope);
void store(volatile void* location, unsigned bytes, Bits value, Order order, Scope scope);
/// These return what was there before.
Bits exchange(volatile void* location, unsigned bytes, Bits value, Order order, Scope scope);
Bits compare_exchange(volatile void* location, unsigned bytes, Bits expected, Bits desired,
                      Order order, Scope scope);
Bits fetch(Arithmetic arithmetic, Number number, volatile void* location, unsigned bytes,
           Bits operand, Order order, Scope scope);
void fence(Order order, Scope scope);

}  // namespace emu::atomic_access
