// std::atomic, __atomic builtins and guarded static variables in the submission: what g++
// -fsanitize=thread turns them into.
#include <cstdint>

#include "core/access.hpp"
#include "core/state.hpp"

namespace {

using emu::Order;
using emu::Scope;

Order order_of(int memory_order) {
  constexpr Order orders[] = {Order::relaxed, Order::acquire, Order::acquire,
                              Order::release, Order::acq_rel, Order::seq_cst};
  return memory_order >= 0 && memory_order < 6 ? orders[memory_order] : Order::seq_cst;
}

template <class T, class Operation>
T read_modify_write(volatile T* p, int order, const void* pc, Operation operation) {
  const void* const address = const_cast<const T*>(p);
  emu::require_accessible(address, sizeof(T), pc);
  T old = __atomic_load_n(p, __ATOMIC_RELAXED);
  T wanted;
  do {
    wanted = operation(old);
  } while (!__atomic_compare_exchange_n(p, &old, wanted, true, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED));
  emu::tell_atomic(address, sizeof(T), pc, order_of(order), Scope::system, {wanted != old, false});
  return old;
}

template <class T>
T load(const volatile T* p, int order, const void* pc) {
  const void* const address = const_cast<const T*>(p);
  emu::maybe_stop_between_loads(address);
  emu::tell_load(address, sizeof(T), pc, order_of(order), Scope::system);
  const T value = __atomic_load_n(p, __ATOMIC_SEQ_CST);
  emu::note_polled_value(address, static_cast<unsigned long long>(value));
  return value;
}

template <class T>
void store(volatile T* p, T value, int order, const void* pc) {
  emu::tell_store(const_cast<const T*>(p), sizeof(T), pc, order_of(order), Scope::system);
  __atomic_store_n(p, value, __ATOMIC_SEQ_CST);
}

template <class T>
int compare_exchange(volatile T* p, T* expected, T desired, int order, const void* pc) {
  const void* const address = const_cast<const T*>(p);
  emu::require_accessible(address, sizeof(T), pc);
  const T before = *expected;
  const bool done =
      __atomic_compare_exchange_n(p, expected, desired, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  emu::tell_atomic(address, sizeof(T), pc, order_of(order), Scope::system,
                   {done && before != desired, true});
  return done;
}

}  // namespace

#define EMU_PC __builtin_return_address(0)

#define EMU_FETCH(bits, T, name, expression)                                                       \
  T emu_hook_atomic##bits##_##name(volatile T* p, T v, int order) {                                \
    return read_modify_write(p, order, EMU_PC, [v](T old) { return static_cast<T>(expression); }); \
  }

#define EMU_ATOMIC(bits, T)                                                                       \
  T emu_hook_atomic##bits##_load(const volatile T* p, int order) {                                \
    return load(p, order, EMU_PC);                                                                \
  }                                                                                               \
  void emu_hook_atomic##bits##_store(volatile T* p, T v, int order) {                             \
    store(p, v, order, EMU_PC);                                                                   \
  }                                                                                               \
  EMU_FETCH(bits, T, exchange, ((void)old, v))                                                    \
  EMU_FETCH(bits, T, fetch_add, old + v)                                                          \
  EMU_FETCH(bits, T, fetch_sub, old - v)                                                          \
  EMU_FETCH(bits, T, fetch_and, old& v)                                                           \
  EMU_FETCH(bits, T, fetch_or, old | v)                                                           \
  EMU_FETCH(bits, T, fetch_xor, old ^ v)                                                          \
  EMU_FETCH(bits, T, fetch_nand, ~(old & v))                                                      \
  int emu_hook_atomic##bits##_compare_exchange_strong(volatile T* p, T* expected, T desired,      \
                                                      int order, int) {                           \
    return compare_exchange(p, expected, desired, order, EMU_PC);                                 \
  }                                                                                               \
  int emu_hook_atomic##bits##_compare_exchange_weak(volatile T* p, T* expected, T desired,        \
                                                    int order, int) {                             \
    return compare_exchange(p, expected, desired, order, EMU_PC);                                 \
  }                                                                                               \
  T emu_hook_atomic##bits##_compare_exchange_val(volatile T* p, T expected, T desired, int order, \
                                                 int) {                                           \
    compare_exchange(p, &expected, desired, order, EMU_PC);                                       \
    return expected;                                                                              \
  }

extern "C" {
EMU_ATOMIC(8, std::uint8_t)
EMU_ATOMIC(16, std::uint16_t)
EMU_ATOMIC(32, std::uint32_t)
EMU_ATOMIC(64, std::uint64_t)

void emu_hook_atomic_thread_fence(int) { emu::tell_fence(Scope::system); }
void emu_hook_atomic_signal_fence(int) {}
}
