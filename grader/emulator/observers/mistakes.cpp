#include "observers/mistakes.hpp"

namespace emu {

void Mistakes::load(const Access& access) {
  if (!bounds_.check(access, "reads here") || bounds_alone_) return;
  initialisation_.load(access);
  race_.load(access);
  if (stream_order_.watching()) stream_order_.load(access);
}

void Mistakes::store(const Access& access) {
  if (!bounds_.check_write(access, "writes here") || bounds_alone_) return;
  initialisation_.store(access);
  race_.store(access);
  if (stream_order_.watching()) stream_order_.store(access);
}

void Mistakes::before_atomic(const Access& access) {
  atomic_has_memory_ = bounds_.check_write(access, "updates here") && !bounds_alone_;
  if (atomic_has_memory_) initialisation_.before_atomic(access);
}

void Mistakes::atomic(const Access& access, Outcome outcome) {
  if (!atomic_has_memory_) return;
  initialisation_.atomic(access, outcome);
  race_.atomic(access, outcome);
  if (stream_order_.watching()) stream_order_.atomic(access, outcome);
}

void Mistakes::block_begin(const Block& block) {
  initialisation_.block_begin(block);
  race_.block_begin(block);
}

}  // namespace emu
