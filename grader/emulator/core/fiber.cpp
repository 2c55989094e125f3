#include "core/fiber.hpp"

#include <sys/mman.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "worker/report_page.hpp"

namespace emu {

namespace {
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
  fiber->stack_high = fiber->stack_low + fiber_stack_bytes;
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
  const auto bytes = static_cast<std::size_t>(fiber.stack_high - fiber.stack_low);
  fiber.context = boost::context::detail::make_fcontext(fiber.stack_high, bytes, entry_);
}

}  // namespace emu
