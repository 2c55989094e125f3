#include "core/fiber.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "worker/address_space.hpp"

// Both do the same. The first ends with a return: fibers of a block wait at the same barrier, so
// the processor's stack of return addresses, which it is not told to change, is right for the fiber
// that goes on. The second ends with a jump, for the changes where that stack would be wrong.
asm(R"(
.macro emu_define_switch name
.p2align 4
.globl \name
.type \name, @function
\name:
  .cfi_startproc
  pushq %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  .cfi_adjust_cfa_offset 48
  movq %rsp, (%rdi)
  movq %rsi, %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  .cfi_adjust_cfa_offset -48
.endm

.text
emu_define_switch emu_switch_stack
  ret
  .cfi_endproc
.size emu_switch_stack, .-emu_switch_stack

emu_define_switch emu_jump_to_stack
  popq %rcx
  .cfi_adjust_cfa_offset -8
  jmp *%rcx
  .cfi_endproc
.size emu_jump_to_stack, .-emu_jump_to_stack
)");

namespace emu {

namespace {
constexpr std::size_t kept_registers = 6;
constexpr std::size_t huge_page = std::size_t{2} << 20;  // stacks on small ones miss the TLB
constexpr std::size_t region_bytes = huge_page * 8;

char* map_region() {
  void* const memory = mmap(nullptr, region_bytes + huge_page, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) {
    std::fputs("emulator: no memory for the stacks of the kernel's threads\n", stderr);
    std::_Exit(worker::exit_without_memory);
  }
  const auto begin = reinterpret_cast<std::uintptr_t>(memory);
  const std::uintptr_t aligned = (begin + huge_page - 1) / huge_page * huge_page;
  madvise(reinterpret_cast<void*>(aligned), region_bytes, MADV_HUGEPAGE);
  return reinterpret_cast<char*>(aligned);
}
}  // namespace

Fiber& FiberPool::make() {
  static_assert(stacks_per_region * fiber_stack_bytes <= region_bytes);
  if (region_used_ == stacks_per_region) {
    region_ = map_region();
    region_used_ = 0;
  }
  auto* fiber = new Fiber;
  fiber->stack_low = region_ + region_used_++ * fiber_stack_bytes;
  abandon(*fiber);
  return *fiber;
}

Fiber& FiberPool::take() {
  if (idle_.empty()) return make();
  Fiber& fiber = *idle_.back();
  idle_.pop_back();
  return fiber;
}

void FiberPool::abandon(Fiber& fiber) {
  // As if the entry's first instruction had called emu_switch_stack: in front of the entry's own
  // return address, which is never used, lie its address and the registers.
  auto* const top = reinterpret_cast<std::uintptr_t*>(fiber.stack_low + fiber_stack_bytes -
                                                      2 * sizeof(std::uintptr_t));
  auto* const stored = top - kept_registers;
  std::fill(stored, top + 2, 0);
  *top = reinterpret_cast<std::uintptr_t>(entry_);
  fiber.stack_pointer = reinterpret_cast<char*>(stored);
}

}  // namespace emu
