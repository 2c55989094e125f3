// Orders and scopes, and the operations that cuda::atomic and cuda::atomic_ref share.
#pragma once

#include <cstdint>
#include <type_traits>

#include "emulator/atomic_access.hpp"
#include "emulator/keywords.hpp"

namespace cuda {

enum memory_order : int {
  memory_order_relaxed,
  memory_order_consume,
  memory_order_acquire,
  memory_order_release,
  memory_order_acq_rel,
  memory_order_seq_cst,
};

enum thread_scope : int { thread_scope_system, thread_scope_device, thread_scope_block };

}  // namespace cuda

namespace emu {

EMU_INLINE constexpr Order order_of(cuda::memory_order order) {
  switch (order) {
    case cuda::memory_order_relaxed:
      return Order::relaxed;
    case cuda::memory_order_consume:
    case cuda::memory_order_acquire:
      return Order::acquire;
    case cuda::memory_order_release:
      return Order::release;
    case cuda::memory_order_acq_rel:
      return Order::acq_rel;
    default:
      return Order::seq_cst;
  }
}

EMU_INLINE constexpr Scope scope_of(cuda::thread_scope scope) {
  return scope == cuda::thread_scope_block    ? Scope::block
         : scope == cuda::thread_scope_device ? Scope::device
                                              : Scope::system;
}

template <unsigned bytes>
struct BitsOf;
template <>
struct BitsOf<1> {
  using Type = std::uint8_t;
};
template <>
struct BitsOf<2> {
  using Type = std::uint16_t;
};
template <>
struct BitsOf<4> {
  using Type = std::uint32_t;
};
template <>
struct BitsOf<8> {
  using Type = std::uint64_t;
};

/// `Self` has location(): where the T is.
template <class Self, class T, cuda::thread_scope thread_scope>
class AtomicOperations {
  using Order = cuda::memory_order;
  using Arithmetic = atomic_access::Arithmetic;
  static constexpr Order seq_cst = cuda::memory_order_seq_cst;
  static constexpr Scope scope = scope_of(thread_scope);
  static constexpr bool is_pointer = std::is_pointer_v<T>;
  static constexpr bool is_integer = std::is_integral_v<T> && !std::is_same_v<T, bool>;

  static_assert(std::is_trivially_copyable_v<T>, "atomic types are copied as bits");
  static_assert(sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8,
                "the emulator has atomics of 1, 2, 4 and 8 bytes");
  using Bits = typename BitsOf<sizeof(T)>::Type;

  EMU_INLINE T* at() const { return static_cast<const Self*>(this)->location(); }
  EMU_INLINE static std::uint64_t bits(T value) { return __builtin_bit_cast(Bits, value); }
  EMU_INLINE static T value(std::uint64_t bits) {
    return __builtin_bit_cast(T, static_cast<Bits>(bits));
  }

  template <class Operand>
  EMU_INLINE T fetch(Arithmetic arithmetic, Operand operand, Order order) const {
    constexpr auto number = std::is_floating_point_v<T> ? atomic_access::Number::floating
                            : std::is_signed_v<T>       ? atomic_access::Number::signed_integer
                                                        : atomic_access::Number::unsigned_integer;
    return value(atomic_access::fetch(arithmetic, number, at(), sizeof(T),
                                      __builtin_bit_cast(Bits, operand), order_of(order), scope));
  }

  /// What is added to a number is one; to a pointer, elements.
  using Difference = std::conditional_t<is_pointer, std::ptrdiff_t, T>;
  EMU_INLINE T fetch_difference(Arithmetic arithmetic, Difference by, Order order) const {
    static_assert(std::is_arithmetic_v<T> || is_pointer, "a number or a pointer");
    static_assert(!std::is_same_v<T, bool>, "not for bool");
    if constexpr (is_pointer) {
      return fetch(arithmetic, by * static_cast<std::ptrdiff_t>(sizeof(std::remove_pointer_t<T>)),
                   order);
    } else {
      return fetch(arithmetic, by, order);
    }
  }

  EMU_INLINE bool compare_exchange(T& expected, T desired, Order order) const {
    const T wanted = expected;
    const std::uint64_t found = atomic_access::compare_exchange(
        at(), sizeof(T), bits(wanted), bits(desired), order_of(order), scope);
    if (found == bits(wanted)) return true;
    expected = value(found);
    return false;
  }

 public:
  EMU_INLINE bool is_lock_free() const { return true; }
  EMU_INLINE T load(Order order = seq_cst) const {
    return value(atomic_access::load(at(), sizeof(T), order_of(order), scope));
  }
  EMU_INLINE void store(T desired, Order order = seq_cst) const {
    atomic_access::store(at(), sizeof(T), bits(desired), order_of(order), scope);
  }
  EMU_INLINE operator T() const { return load(); }
  EMU_INLINE T exchange(T desired, Order order = seq_cst) const {
    return value(atomic_access::exchange(at(), sizeof(T), bits(desired), order_of(order), scope));
  }
  /// Where it fails, `expected` becomes what is there. The weak form fails no more often.
  EMU_INLINE bool compare_exchange_strong(T& expected, T desired, Order order = seq_cst) const {
    return compare_exchange(expected, desired, order);
  }
  EMU_INLINE bool compare_exchange_strong(T& expected, T desired, Order success, Order) const {
    return compare_exchange(expected, desired, success);
  }
  EMU_INLINE bool compare_exchange_weak(T& expected, T desired, Order order = seq_cst) const {
    return compare_exchange(expected, desired, order);
  }
  EMU_INLINE bool compare_exchange_weak(T& expected, T desired, Order success, Order) const {
    return compare_exchange(expected, desired, success);
  }

  /// Returns when it finds another value than `old`, bit by bit. Loads again and again, as libcu++
  /// does on a device: a change ends the wait whether or not somebody notifies.
  EMU_INLINE void wait(T old, Order order = seq_cst) const {
    while (bits(load(order)) == bits(old)) {
    }
  }
  EMU_INLINE void notify_one() const {}
  EMU_INLINE void notify_all() const {}

  EMU_INLINE T fetch_add(Difference by, Order order = seq_cst) const {
    return fetch_difference(Arithmetic::add, by, order);
  }
  EMU_INLINE T fetch_sub(Difference by, Order order = seq_cst) const {
    return fetch_difference(Arithmetic::subtract, by, order);
  }
  EMU_INLINE T fetch_and(T operand, Order order = seq_cst) const {
    static_assert(is_integer, "for integers");
    return fetch(Arithmetic::bit_and, operand, order);
  }
  EMU_INLINE T fetch_or(T operand, Order order = seq_cst) const {
    static_assert(is_integer, "for integers");
    return fetch(Arithmetic::bit_or, operand, order);
  }
  EMU_INLINE T fetch_xor(T operand, Order order = seq_cst) const {
    static_assert(is_integer, "for integers");
    return fetch(Arithmetic::bit_xor, operand, order);
  }
  EMU_INLINE T fetch_min(T operand, Order order = seq_cst) const {
    static_assert(std::is_arithmetic_v<T>, "for numbers");
    return fetch(Arithmetic::minimum, operand, order);
  }
  EMU_INLINE T fetch_max(T operand, Order order = seq_cst) const {
    static_assert(std::is_arithmetic_v<T>, "for numbers");
    return fetch(Arithmetic::maximum, operand, order);
  }

  EMU_INLINE T operator++() const { return fetch_add(1) + 1; }
  EMU_INLINE T operator++(int) const { return fetch_add(1); }
  EMU_INLINE T operator--() const { return fetch_sub(1) - 1; }
  EMU_INLINE T operator--(int) const { return fetch_sub(1); }
  EMU_INLINE T operator+=(Difference by) const { return fetch_add(by) + by; }
  EMU_INLINE T operator-=(Difference by) const { return fetch_sub(by) - by; }
  EMU_INLINE T operator&=(T operand) const { return fetch_and(operand) & operand; }
  EMU_INLINE T operator|=(T operand) const { return fetch_or(operand) | operand; }
  EMU_INLINE T operator^=(T operand) const { return fetch_xor(operand) ^ operand; }
};

}  // namespace emu
