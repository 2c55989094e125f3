// The callbacks that g++ -fsanitize=thread puts in front of every load and store of a submission.
// Its object's references to __tsan_* are renamed to emu_hook_* (hooks.syms), so that ours never
// meet a real sanitizer runtime. GCC takes these functions for leaves that do not throw: a hook may
// switch fibers, but never unwinds.
#include <cstring>

#include "core/access.hpp"
#include "core/findings.hpp"
#include "core/memory.hpp"
#include "core/observers.hpp"
#include "core/state.hpp"
#include "core/tally.hpp"

namespace emu {

namespace {

constexpr std::ptrdiff_t stack_reserve = 6 * 1024;  // for the runtime's own calls below a hook

[[gnu::cold]] void stack_used_up(const void* pc) {
  FindingPlace place;
  place.pc = pc;
  place.who = current_thread();
  report("out_of_bounds", worker::Severity::error, {place},
         "the thread has used up its stack (illegal address)",
         "Does a device function call itself without end, or keep a large array?");
  fault_kernel(700);
}

Space classify(const void* p) {
  if (memory::in_arena(p)) return Space::device;
  const char* const address = static_cast<const char*>(p);
  if (!current.in_kernel) {
    if (in_shared_region(p)) return Space::shared;
    return memory::is_symbol(p) ? Space::device : Space::host;
  }
  if (static_cast<std::size_t>(address - current.stack_low) < fiber_stack_bytes)
    return Space::local;
  if (in_shared_region(p)) return Space::shared;
  const memory::Allocation* const known = memory::find(p);
  return known != nullptr ? Space::device : Space::host;
}

enum class What { load, store };

/// What the host loads from managed memory, and what kernels store where the host can load it.
template <What what>
void tell_tally(const void* p, std::size_t bytes) {
  const bool to_host = what == What::load
                           ? !current.in_kernel
                           : current.in_kernel && !memory::in_arena(p) && memory::is_pinned(p);
  if (to_host) tally_seen_by_host(bytes);
}

template <What what>
void tell(const void* p, std::size_t bytes, const void* pc, Order order, Scope scope) {
  const Space space = classify(p);
  if (space == Space::local || (space == Space::host && !current.in_kernel)) return;
  if (space == Space::device) tell_tally<what>(p, bytes);
  if (--current.accesses_left == 0 && current.in_kernel) leave_block();
  const Access access{p, static_cast<std::uint32_t>(bytes), space, order, scope, pc};
  for (Observer* o : observers.access) what == What::load ? o->load(access) : o->store(access);
}

template <What what>
void tell_word(const void* p, const void* pc) {
  const auto in_slot = static_cast<std::size_t>(static_cast<const char*>(p) - current.shared_low);
  const bool is_shared = in_slot < SharedLayout::slot_bytes;
  const bool is_aligned = reinterpret_cast<std::uintptr_t>(p) % 4 == 0;
  if (!current.in_kernel || !is_aligned || !(is_shared || memory::in_arena(p)))
    return tell<what>(p, 4, pc, Order::weak, Scope::device);
  if (--current.accesses_left == 0) leave_block();
  const Space space = is_shared ? Space::shared : Space::device;
  for (Observer* o : observers.access)
    what == What::load ? o->load_word(p, space, pc) : o->store_word(p, space, pc);
}

template <What what>
[[gnu::always_inline]] inline void hook(const void* p, std::size_t bytes, const void* pc,
                                        Order order = Order::weak) {
  current.last_pc = pc;
  if (what == What::store) ++current.progress;
  if (static_cast<char*>(__builtin_frame_address(0)) - current.stack_low < stack_reserve)
    stack_used_up(pc);
  if (!current.observing) return;
  if (bytes == 4 && order == Order::weak) return tell_word<what>(p, pc);
  tell<what>(p, bytes, pc, order, Scope::device);
}

/// A struct copy: in pieces as nvcc would access them, by the alignment that the address has.
template <What what>
void hook_range(const void* p, std::size_t bytes, const void* pc) {
  const char* at = static_cast<const char*>(p);
  const auto address = reinterpret_cast<std::uintptr_t>(p);
  std::size_t step = bytes % 8 == 0 ? 8 : 4;
  while (address % step != 0) step /= 2;
  for (; bytes >= step; bytes -= step, at += step) hook<what>(at, step, pc);
  for (; bytes > 0; --bytes, ++at) hook<what>(at, 1, pc);
}

template <class Word>
void volatile_load(const void* p, const void* pc) {
  if (current.in_kernel) wait_if_polling();
  maybe_stop_between_loads(p);
  hook<What::load>(p, sizeof(Word), pc, Order::is_volatile);
  if (!current.in_kernel) return;
  Word value;
  std::memcpy(&value, p, sizeof value);
  note_value_to_be_loaded(p, static_cast<unsigned long long>(value));
}

}  // namespace

void tell_load(const void* p, std::size_t bytes, const void* pc, Order order, Scope scope) {
  current.last_pc = pc;
  if (current.observing) tell<What::load>(p, bytes, pc, order, scope);
}

void tell_read_only_load(const void* p, std::size_t bytes, const void* pc) {
  if (!current.observing || !current.in_kernel) return;
  const Access access{p, static_cast<std::uint32_t>(bytes), classify(p), Order::weak, Scope::device,
                      pc};
  for (Observer* o : observers.access) o->read_only_load(access);
}

void tell_store(const void* p, std::size_t bytes, const void* pc, Order order, Scope scope) {
  current.last_pc = pc;
  ++current.progress;
  if (current.observing) tell<What::store>(p, bytes, pc, order, scope);
}

void require_accessible(const void* p, std::size_t bytes, const void* pc) {
  current.last_pc = pc;
  if (!current.observing) return;
  const Space space = classify(p);
  if (space == Space::local || (space == Space::host && !current.in_kernel)) return;
  maybe_give_way();
  const Access access{p, static_cast<std::uint32_t>(bytes), space, Order::relaxed, Scope::device,
                      pc};
  for (Observer* o : observers.access) o->before_atomic(access);
}

void tell_atomic(const void* p, std::size_t bytes, const void* pc, Order order, Scope scope,
                 Observer::Outcome outcome) {
  if (current.observing) {
    const Space space = classify(p);
    if (space != Space::local && (space != Space::host || current.in_kernel)) {
      const Access access{p, static_cast<std::uint32_t>(bytes), space, order, scope, pc};
      for (Observer* o : observers.access) o->atomic(access, outcome);
    }
  }
  if (outcome.changed) return made_progress();
  note_polled_value(p, 0);
}

void tell_fence(Scope scope) {
  if (!current.in_kernel) return;
  if (run_options().checked)
    for (Observer* o : observers.barrier) o->fence(scope);
  // A loop around a fence may be waiting for a plain variable.
  Thread& thread = *current.thread;
  const bool nothing_happened = thread.progress_at_fence == current.progress;
  thread.progress_at_fence = current.progress;
  if (nothing_happened) polled();
}

void tell_copied(const void* to, const void* from, std::size_t bytes, const void* pc) {
  if (to == nullptr && from != nullptr) tally_seen_by_host(bytes);
  for (Observer* o : observers.lifetime) o->copied(to, from, bytes, pc);
}

void tell_undefined(const void* address, std::size_t bytes) {
  for (Observer* o : observers.lifetime) o->undefined(address, bytes);
}

void tell_work_begin(const StreamWork& work) {
  for (Observer* o : observers.lifetime) o->work_begin(work);
}

void tell_work_end(bool nothing_left) {
  for (Observer* o : observers.lifetime) o->work_end(nothing_left);
}

void tell_callers_work(std::uint32_t stream, std::uint64_t position) {
  for (Observer* o : observers.lifetime) o->callers_work(stream, position);
}

void tell_dropped_copy(const void* to, const void* from, std::size_t bytes, const void* pc) {
  for (Observer* o : observers.lifetime) o->dropped_copy(to, from, bytes, pc);
}

}  // namespace emu

#define EMU_PC __builtin_return_address(0)
using emu::What;
__extension__ using Sixteen = unsigned __int128;

extern "C" {

void emu_hook_init() {}
void emu_hook_func_entry(void*) {}
void emu_hook_func_exit() {}

#define EMU_PLAIN(n)                                                                  \
  void emu_hook_read##n(void* p) { emu::hook<What::load>(p, n, EMU_PC); }             \
  void emu_hook_write##n(void* p) { emu::hook<What::store>(p, n, EMU_PC); }           \
  void emu_hook_read_write##n(void* p) {                                              \
    emu::hook<What::load>(p, n, EMU_PC);                                              \
    emu::hook<What::store>(p, n, EMU_PC);                                             \
  }                                                                                   \
  void emu_hook_unaligned_read##n(void* p) { emu::hook<What::load>(p, n, EMU_PC); }   \
  void emu_hook_unaligned_write##n(void* p) { emu::hook<What::store>(p, n, EMU_PC); } \
  void emu_hook_volatile_write##n(void* p) {                                          \
    emu::maybe_give_way();                                                            \
    emu::hook<What::store>(p, n, EMU_PC, emu::Order::is_volatile);                    \
  }
EMU_PLAIN(1)
EMU_PLAIN(2)
EMU_PLAIN(4)
EMU_PLAIN(8)
EMU_PLAIN(16)
#undef EMU_PLAIN

void emu_hook_volatile_read1(void* p) { emu::volatile_load<unsigned char>(p, EMU_PC); }
void emu_hook_volatile_read2(void* p) { emu::volatile_load<unsigned short>(p, EMU_PC); }
void emu_hook_volatile_read4(void* p) { emu::volatile_load<unsigned>(p, EMU_PC); }
void emu_hook_volatile_read8(void* p) { emu::volatile_load<unsigned long>(p, EMU_PC); }
void emu_hook_volatile_read16(void* p) { emu::volatile_load<Sixteen>(p, EMU_PC); }

void emu_hook_read_range(void* p, std::size_t bytes) {
  emu::hook_range<What::load>(p, bytes, EMU_PC);
}
void emu_hook_write_range(void* p, std::size_t bytes) {
  emu::hook_range<What::store>(p, bytes, EMU_PC);
}
void emu_hook_vptr_update(void**, void*) {}
void emu_hook_vptr_read(void**) {}

void* emu_memcpy(void* to, const void* from, std::size_t bytes) {
  emu::hook_range<What::load>(from, bytes, EMU_PC);
  emu::hook_range<What::store>(to, bytes, EMU_PC);
  return std::memcpy(to, from, bytes);
}
void* emu_memmove(void* to, const void* from, std::size_t bytes) {
  emu::hook_range<What::load>(from, bytes, EMU_PC);
  emu::hook_range<What::store>(to, bytes, EMU_PC);
  return std::memmove(to, from, bytes);
}
void* emu_memset(void* to, int value, std::size_t bytes) {
  emu::hook_range<What::store>(to, bytes, EMU_PC);
  return std::memset(to, value, bytes);
}

}  // extern "C"
