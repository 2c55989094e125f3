#include "observers/mistakes.hpp"

namespace emu {

void Mistakes::load(const Access& access) {
  if (!bounds_.check(access, "reads here")) return;
  if (bounds_alone_) return reach_.load(access);
  initialisation_.load(access);
  race_.load(access);
  if (may_be_late(access)) late_stores_.load(access);
  if (stream_order_.watching()) stream_order_.load(access);
}

void Mistakes::store(const Access& access) {
  if (!bounds_.check_write(access, "writes here")) return;
  if (bounds_alone_) return reach_.store(access);
  initialisation_.store(access);
  race_.store(access);
  if (may_be_late(access)) late_stores_.store(access);
  if (!read_only_cache_.idle()) read_only_cache_.store(access);
  if (stream_order_.watching()) stream_order_.store(access);
}

template <bool in_shared>
bool Mistakes::is_right_load(const void* p, const void* pc) {
  return bounds_.is_right<in_shared>(p) && initialisation_.is_written<in_shared>(p) &&
         race_.load_word<in_shared>(p, pc);
}

template <bool in_shared>
bool Mistakes::is_right_store(const void* p, const void* pc) {
  if (!bounds_.is_right<in_shared>(p) || bounds_.is_input(p) || !race_.store_word<in_shared>(p, pc))
    return false;
  initialisation_.mark<in_shared>(p);
  return true;
}

// What may be somebody's mistake, the general way looks at from the beginning.

void Mistakes::load_word(const void* p, Space space, const void* pc) {
  if (words_alone() &&
      (space == Space::shared ? is_right_load<true>(p, pc) : is_right_load<false>(p, pc)))
    return;
  load({p, 4, space, Order::weak, Scope::device, pc});
}

void Mistakes::store_word(const void* p, Space space, const void* pc) {
  const bool may_be_cached = space != Space::shared && !read_only_cache_.idle();
  if (words_alone() && !may_be_cached &&
      (space == Space::shared ? is_right_store<true>(p, pc) : is_right_store<false>(p, pc)))
    return;
  store({p, 4, space, Order::weak, Scope::device, pc});
}

void Mistakes::read_only_load(const Access& access) {
  if (!bounds_alone_) read_only_cache_.read_only_load(access);
}

void Mistakes::before_atomic(const Access& access) {
  atomic_has_memory_ = bounds_.check_write(access, "updates here") && !bounds_alone_;
  if (bounds_alone_) reach_.before_atomic(access);
  if (!atomic_has_memory_) return;
  initialisation_.before_atomic(access);
  late_stores_.before_atomic(access);
}

void Mistakes::atomic(const Access& access, Outcome outcome) {
  if (bounds_alone_) return reach_.atomic(access);
  if (!atomic_has_memory_) return;
  initialisation_.atomic(access, outcome);
  race_.atomic(access, outcome);
  late_stores_.atomic(access, outcome);
  read_only_cache_.atomic(access, outcome);
  if (stream_order_.watching()) stream_order_.atomic(access, outcome);
}

void Mistakes::block_begin(const Block& block) {
  initialisation_.block_begin(block);
  race_.block_begin(block);
  reach_.block_begin(block);
}

}  // namespace emu
