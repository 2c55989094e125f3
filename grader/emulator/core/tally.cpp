#include "core/tally.hpp"

namespace emu {
namespace {

worker::Tally counted = {};
bool counting = false;

}  // namespace

void begin_tally() {
  counted = {};
  counting = true;
}

void end_tally() { counting = false; }

const worker::Tally& tally() { return counted; }

void tally_seen_by_host(std::size_t bytes) {
  if (counting) __atomic_fetch_add(&counted.bytes_seen_by_host, bytes, __ATOMIC_RELAXED);
}

// Kernels run when somebody waits for them, often after the function has returned.
void tally_accesses(std::uint64_t count) {
  __atomic_fetch_add(&counted.kernel_accesses, count, __ATOMIC_RELAXED);
}

}  // namespace emu
