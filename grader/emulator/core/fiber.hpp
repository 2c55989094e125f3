// Stacks that threads of a kernel run on. A fiber is anonymous: it runs one thread after another
// until one has to wait; then that thread keeps the fiber until it ends.
#pragma once

#include <cstddef>
#include <vector>

namespace emu {

/// Not a power of two: the tops of many stacks would share a few sets of the caches.
inline constexpr std::size_t fiber_stack_bytes = 64 * 1024 + 13 * 64;

struct Fiber {
  char* stack_pointer = nullptr;  ///< Where it stopped between two threads.
  char* stack_low = nullptr;
};

/// Stores the stack pointer and continues where another one was stored. Registers that a function
/// may change, and the control words of floating point, are not kept (x86-64, System V). Returns
/// when somebody continues at what was stored.
extern "C" void emu_switch_stack(char** stored, char* stack_pointer);
/// The same; faster where the other one does not wait at the same place of the program.
extern "C" void emu_jump_to_stack(char** stored, char* stack_pointer);

/// The fibers of one OS thread. Stacks are kept for the process's life: their first touch is most
/// of what a small run costs.
class FiberPool {
 public:
  using Entry = void (*)();  ///< Never returns.
  explicit FiberPool(Entry entry) : entry_(entry) {}

  Fiber& take();  ///< One that will begin at the entry, or continue where it gave itself up.
  void give(Fiber& fiber) { idle_.push_back(&fiber); }
  void abandon(Fiber& fiber);  ///< Forgets what ran on it; it begins at the entry again.

 private:
  static constexpr std::size_t stacks_per_region = 248;
  Fiber& make();
  Entry entry_;
  std::vector<Fiber*> idle_;
  char* region_ = nullptr;
  std::size_t region_used_ = stacks_per_region;  // stacks taken
};

}  // namespace emu
