// Barriers, fences, clocks and the other device functions that have to do with a thread's progress.
#include <ctime>

#include "core/access.hpp"
#include "core/schedule.hpp"
#include "emulator/cache_hints.hpp"
#include "emulator/synchronization.hpp"

extern const int warpSize;
const int warpSize = 32;

namespace {

constexpr int error_launch_failure = 719;

void fence(emu::Scope scope) {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  if (!emu::in_kernel()) return;
  emu::tell_fence(scope);
  emu::polled();  // a loop around nothing but a fence waits for somebody
}

}  // namespace

void __syncthreads(int line) { emu::block_barrier(line); }

int __syncthreads_count(int predicate, int line) {
  return static_cast<int>(emu::block_barrier_count(line, predicate != 0));
}

// Of those that arrive: threads that have returned have no say.
int __syncthreads_and(int predicate, int line) {
  return emu::block_barrier_count(line, predicate == 0) == 0;
}

int __syncthreads_or(int predicate, int line) {
  return emu::block_barrier_count(line, predicate != 0) != 0;
}

void __threadfence_block() { fence(emu::Scope::block); }
void __threadfence() { fence(emu::Scope::device); }
void __threadfence_system() { fence(emu::Scope::system); }

void __nanosleep(unsigned) { emu::polled(); }

void __trap() { emu::fault_kernel(error_launch_failure); }
void __brkpt() { emu::fault_kernel(error_launch_failure); }

long clock() noexcept {
  if (emu::in_kernel()) return static_cast<long>(emu::clock_now());
  timespec used;
  if (clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used) != 0) return -1;
  return used.tv_sec * 1'000'000 + used.tv_nsec / 1'000;  // in CLOCKS_PER_SEC
}

long long clock64() { return static_cast<long long>(emu::clock_now()); }
unsigned long long __globaltimer() { return emu::clock_now(); }

namespace emu {

void observe_poll(const void* address, unsigned long long value) {
  note_polled_value(address, value);
}

const void* read_only(const void* address, std::size_t bytes) {
  tell_read_only_load(address, bytes, __builtin_return_address(0));
  return address;
}

}  // namespace emu
