// What cuda::atomic and cuda::atomic_ref are made of.
#include "emulator/atomic_access.hpp"

#include "core/access.hpp"
#include "core/schedule.hpp"
#include "runtime/device_read_modify_write.hpp"

namespace emu::atomic_access {
namespace {

/// Calls function(Type{}) with the unsigned type of that many bytes.
template <class Function>
auto with_size(unsigned bytes, Function function) {
  switch (bytes) {
    case 1:
      return function(std::uint8_t{});
    case 2:
      return function(std::uint16_t{});
    case 4:
      return function(std::uint32_t{});
    default:
      return function(std::uint64_t{});
  }
}

void* plain(const volatile void* location) { return const_cast<void*>(location); }

template <class T>
T combined(Arithmetic arithmetic, T old, T operand) {
  switch (arithmetic) {
    case Arithmetic::add:
      return static_cast<T>(old + operand);
    case Arithmetic::subtract:
      return static_cast<T>(old - operand);
    case Arithmetic::minimum:
      return operand < old ? operand : old;
    case Arithmetic::maximum:
      return old < operand ? operand : old;
    default:
      break;
  }
  if constexpr (std::is_unsigned_v<T>) {
    switch (arithmetic) {
      case Arithmetic::bit_and:
        return static_cast<T>(old & operand);
      case Arithmetic::bit_or:
        return static_cast<T>(old | operand);
      case Arithmetic::bit_xor:
        return static_cast<T>(old ^ operand);
      default:
        break;
    }
  }
  return old;
}

/// The operation on bits that are a T. Whether T is signed matters to minimum and maximum alone.
template <class T, class U>
U combined_bits(Arithmetic arithmetic, U old, U operand) {
  return to_bits(combined(arithmetic, from_bits<T>(old), from_bits<T>(operand)));
}

template <class U>
U combined_as(Arithmetic arithmetic, Number number, U old, U operand) {
  if (number == Number::floating) {
    if constexpr (sizeof(U) == 4) return combined_bits<float>(arithmetic, old, operand);
    if constexpr (sizeof(U) == 8) return combined_bits<double>(arithmetic, old, operand);
  }
  const bool compares = arithmetic == Arithmetic::minimum || arithmetic == Arithmetic::maximum;
  if (number == Number::signed_integer && compares)
    return combined_bits<std::make_signed_t<U>>(arithmetic, old, operand);
  return combined(arithmetic, old, operand);
}

}  // namespace

Bits load(const volatile void* location, unsigned bytes, Order order, Scope scope) {
  void* const place = plain(location);
  maybe_stop_between_loads(place);
  tell_load(place, bytes, __builtin_return_address(0), order, scope);
  const Bits value = with_size(bytes, [place](auto zero) -> Bits {
    return __atomic_load_n(static_cast<decltype(zero)*>(place), __ATOMIC_SEQ_CST);
  });
  if (in_kernel()) note_polled_value(place, value);
  return value;
}

void store(volatile void* location, unsigned bytes, Bits value, Order order, Scope scope) {
  void* const place = plain(location);
  maybe_give_way();
  tell_store(place, bytes, __builtin_return_address(0), order, scope);
  with_size(bytes, [place, value](auto zero) {
    using U = decltype(zero);
    __atomic_store_n(static_cast<U*>(place), static_cast<U>(value), __ATOMIC_SEQ_CST);
  });
  if (in_kernel()) made_progress();
}

Bits exchange(volatile void* location, unsigned bytes, Bits value, Order order, Scope scope) {
  const AtomicSite site{order, scope, __builtin_return_address(0)};
  return with_size(bytes, [&](auto zero) -> Bits {
    using U = decltype(zero);
    return read_modify_write(
        static_cast<U*>(plain(location)), [value](U) { return static_cast<U>(value); }, site);
  });
}

Bits compare_exchange(volatile void* location, unsigned bytes, Bits expected, Bits desired,
                      Order order, Scope scope) {
  const AtomicSite site{order, scope, __builtin_return_address(0), true};
  return with_size(bytes, [&](auto zero) -> Bits {
    using U = decltype(zero);
    return read_modify_write(
        static_cast<U*>(plain(location)),
        [&](U old) { return old == static_cast<U>(expected) ? static_cast<U>(desired) : old; },
        site);
  });
}

Bits fetch(Arithmetic arithmetic, Number number, volatile void* location, unsigned bytes,
           Bits operand, Order order, Scope scope) {
  const AtomicSite site{order, scope, __builtin_return_address(0)};
  return with_size(bytes, [&](auto zero) -> Bits {
    using U = decltype(zero);
    return read_modify_write(
        static_cast<U*>(plain(location)),
        [&](U old) { return combined_as(arithmetic, number, old, static_cast<U>(operand)); }, site);
  });
}

void fence(Order order, Scope scope) {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  if (order == Order::relaxed || !in_kernel()) return;
  tell_fence(scope);
  polled();
}

}  // namespace emu::atomic_access
