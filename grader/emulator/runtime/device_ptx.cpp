// What the frontend makes of inline PTX (emulator/generated_code.hpp).
#include <cstdint>
#include <cstring>

#include "core/access.hpp"
#include "core/schedule.hpp"
#include "emulator/synchronization.hpp"

namespace emu::ptx {
namespace {

template <class T>
void copy_in_one_piece(void* to, const void* from) {
  const T value = __atomic_load_n(static_cast<const T*>(from), __ATOMIC_SEQ_CST);
  __atomic_store_n(static_cast<T*>(to), value, __ATOMIC_SEQ_CST);
}

/// Up to 8 bytes in one piece, since the blocks of an unchecked run are on several OS threads.
void copy(void* to, const void* from, std::size_t bytes) {
  switch (bytes) {
    case 1:
      copy_in_one_piece<std::uint8_t>(to, from);
      break;
    case 2:
      copy_in_one_piece<std::uint16_t>(to, from);
      break;
    case 4:
      copy_in_one_piece<std::uint32_t>(to, from);
      break;
    case 8:
      copy_in_one_piece<std::uint64_t>(to, from);
      break;
    default:
      std::memcpy(to, from, bytes);
  }
}

/// A loop around a load may be a wait for somebody else's store.
void copy_for_poll(void* to, const void* from, std::size_t bytes) {
  copy(to, from, bytes);
  if (bytes > sizeof(std::uint64_t) || !in_kernel()) return;
  std::uint64_t value = 0;
  std::memcpy(&value, to, bytes);
  note_polled_value(from, value);
}

}  // namespace

// The barrier's number is its resource on hardware; here barriers are told apart by line.
void barrier(int, int line) { block_barrier(line); }

void fence(Scope scope) {
  switch (scope) {
    case Scope::block:
      __threadfence_block();
      break;
    case Scope::device:
      __threadfence();
      break;
    case Scope::system:
      __threadfence_system();
      break;
  }
}

void load_read_only(void* to, const void* from, std::size_t bytes) {
  tell_read_only_load(from, bytes, __builtin_return_address(0));
  tell_load(from, bytes, __builtin_return_address(0));
  copy_for_poll(to, from, bytes);
}

void load(void* to, const void* from, std::size_t bytes, Order order, Scope scope) {
  if (order != Order::weak) maybe_stop_between_loads(from);
  tell_load(from, bytes, __builtin_return_address(0), order, scope);
  copy_for_poll(to, from, bytes);
}

void store(void* to, const void* from, std::size_t bytes, Order order, Scope scope) {
  tell_store(to, bytes, __builtin_return_address(0), order, scope);
  copy(to, from, bytes);
  if (in_kernel()) made_progress();
}

unsigned lane_id() { return emu::lane_id(); }
unsigned warp_id() { return emu::warp_id(); }
unsigned sm_id() { return emu::sm_id(); }
unsigned long long clock() { return clock_now(); }
unsigned long long global_timer() { return clock_now(); }

}  // namespace emu::ptx
