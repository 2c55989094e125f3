#include "observers/race.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "core/schedule.hpp"
#include "observers/array_names.hpp"

namespace emu {

void Race::atomic(const Access& access, Outcome outcome) {
  settle(access);
  if (!current.in_kernel) return;
  const Now now = begin(access);
  if (outcome.compares && !unconfirmed_.empty()) confirm_reads(access);
  for_each_word(access, [&](Cell& cell, unsigned bytes) {
    outcome.changed ? write(cell, bytes, now) : read(cell, bytes, now);
  });
  const unsigned thread = thread_of(now.who);
  clocks_.acquire(thread, access.address, access.order);
  if (outcome.changed) clocks_.publish(thread, access.address, access.order, access.scope, false);
}

void Race::block_barrier(const Block& block) {
  settle_all(nullptr);
  clocks_.select(block);
  clocks_.block_barrier();
}

void Race::warp_barrier(unsigned warp, std::uint32_t lanes, bool orders_memory) {
  settle_all(nullptr);
  clocks_.select(*current.block);
  clocks_.warp_barrier(warp, lanes, current.block->live[warp], orders_memory);
}

void Race::grid_barrier() {
  settle_all(nullptr);
  clocks_.order_all();
}

void Race::fence(Scope scope) {
  settle_all(nullptr);
  clocks_.select(*current.block);
  clocks_.fence(current.thread->linear, scope);
}

void Race::kernel_begin(const KernelLaunch& launch) {
  launch_ = &launch;
  if (clocks_.nearly_used_up()) {
    cells_.clear_all();
    clocks_.restart();
  }
  clocks_.begin_kernel();
  launch_began_ = clocks_.now();
  told_.clear();  // the report page may begin anew between two kernels
  told_often_.clear();
}

void Race::kernel_end(const KernelLaunch&) {
  settle_all(nullptr);
  // A fault may have come between a read and the swap that would have confirmed it.
  if (current.executor->grid->fault != 0) unconfirmed_.clear();
  tell_unconfirmed();
}

void Race::block_begin(const Block& block) {
  settle_all(nullptr);
  clocks_.begin_block(block, block_number(block.index, launch_->grid));
  cells_.clear(block.shared, current.executor->layout.used);
}

unsigned Race::look_up(const void* pc) {
  const auto found = numbers_.find(pc);
  if (found != numbers_.end()) return found->second;
  if (sites_.size() >= site_count) return 0;
  sites_.push_back(pc);
  return numbers_[pc] = static_cast<unsigned>(sites_.size() - 1);
}

const void* Race::address_of(const Cell& cell, const Access& access, unsigned bytes) {
  const Cell* const first = cells_.at(access.address);
  const auto word = reinterpret_cast<std::uintptr_t>(access.address) / 4 * 4 +
                    static_cast<std::uintptr_t>(&cell - first) * 4;
  return reinterpret_cast<const void*>(word + static_cast<unsigned>(__builtin_ctz(bytes)));
}

namespace {
constexpr std::size_t most_waiting = 64;
// More than threads that can be between their read and their compare-and-swap.
constexpr std::size_t most_unconfirmed = 1 << 16;
}  // namespace

void Race::confirm_reads(const Access& access) {
  const Who who = who_is(clocks_.running().number, current.thread->linear);
  const auto first = reinterpret_cast<std::uintptr_t>(access.address) / 4;
  for (unsigned k = 0; k < (access.bytes + 3) / 4; ++k) unconfirmed_.erase({first + k, who});
}

void Race::tell_unconfirmed() {
  for (const auto& [key, u] : unconfirmed_)
    tell(u.earlier, u.access, u.who, u.address, u.writes, u.relation, false);
  unconfirmed_.clear();
}

void Race::conflict(const Earlier& earlier, const Now& now, unsigned bytes, const Cell& cell,
                    bool writes) {
  if (run_options().shape) return;
  const bool both_strong = kind_of(earlier.site) != plain && kind_of(now.site) != plain;
  const bool same_block = block_of(earlier.who ^ now.who) == 0;
  const bool both_volatile =
      kind_of(earlier.site) == is_volatile && kind_of(now.site) == is_volatile;
  if (both_strong) {
    const bool wide_enough = same_block || (scope_of(earlier.site) != Scope::block &&
                                            scope_of(now.site) != Scope::block);
    const bool same_warp = same_block && warp_of(earlier.who) == warp_of(now.who);
    if (wide_enough && !(both_volatile && same_warp)) return;
  }
  if (told_often_.count(pair_of(earlier.site, now.site)) != 0) return;
  const RaceClocks::Relation relation =
      clocks_.relation(earlier.who, earlier.time, thread_of(now.who));
  if (relation == RaceClocks::Relation::ordered) return;
  const void* const address = address_of(cell, *now.access, bytes);
  const bool reads_now = !writes && kind_of(now.site) == plain;
  const bool has_read = !earlier.wrote && kind_of(earlier.site) == plain;
  if ((reads_now && kind_of(earlier.site) == atomic_operation) ||
      (has_read && kind_of(now.site) == atomic_operation)) {
    const std::pair key{reinterpret_cast<std::uintptr_t>(address) / 4,
                        reads_now ? now.who : earlier.who};
    const Unconfirmed found{address, earlier, *now.access, now.who, writes, relation};
    const auto [known, is_new] = unconfirmed_.try_emplace(key, found);
    if (!is_new && known->second.relation == RaceClocks::Relation::met) known->second = found;
    if (unconfirmed_.size() >= most_unconfirmed) tell_unconfirmed();
    return;
  }
  const bool both_plain_writes = writes && earlier.wrote && !both_strong &&
                                 kind_of(now.site) != atomic_operation &&
                                 kind_of(earlier.site) != atomic_operation;
  if (!both_plain_writes)
    return tell(earlier, *now.access, now.who, address, writes, relation, false);
  Unsettled u{address,     static_cast<unsigned char>(__builtin_popcount(bytes)),
              {},          earlier,
              *now.access, now.who};
  std::memcpy(u.old, address, u.bytes);
  unsettled_.push_back(u);
}

/// The writes have happened by the time of the next event, unless that belongs to the same access.
void Race::settle_all(const Access* next) {
  if (unsettled_.empty()) return;
  if (next != nullptr && unsettled_.size() < most_waiting && current.in_kernel) {
    const Unsettled& last = unsettled_.back();
    const bool same_statement =
        next->pc == last.access.pc &&
        who_is(clocks_.running().number, current.thread->linear) == last.who;
    const auto begin = reinterpret_cast<std::uintptr_t>(next->address);
    const auto overlaps = [&](const Unsettled& u) {
      const auto at = reinterpret_cast<std::uintptr_t>(u.address);
      return at < begin + next->bytes && begin < at + u.bytes;
    };
    if (same_statement && std::none_of(unsettled_.begin(), unsettled_.end(), overlaps)) return;
  }
  std::vector<Unsettled> settled;
  settled.swap(unsettled_);
  for (const Unsettled& u : settled)
    tell(u.earlier, u.access, u.who, u.address, true, RaceClocks::Relation::concurrent,
         std::memcmp(u.old, u.address, u.bytes) == 0);
  settled.clear();
  unsettled_.swap(settled);  // keeps its room
}

namespace {

struct Words {
  worker::Severity severity;
  const char *rule, *look_at;
};

const char* role_of(bool wrote, bool atomic) {
  if (!wrote) return "reads here";
  return atomic ? "updates here" : "writes here";
}

}  // namespace

[[gnu::cold]] void Race::tell(const Earlier& earlier, const Access& access, Who who,
                              const void* address, bool writes, RaceClocks::Relation relation,
                              bool same_value) {
  const bool same_block = block_of(earlier.who ^ who) == 0;
  const bool same_warp = same_block && warp_of(earlier.who) == warp_of(who);
  const bool met = relation == RaceClocks::Relation::met;
  const Kind kind = kind_of(access.order), before = kind_of(earlier.site);
  const std::uint64_t key = std::uint64_t{earlier.site} << 32 |
                            std::uint64_t{number_of(access.pc)} << 8 | same_value << 3 | met << 2 |
                            earlier.wrote << 1 | writes;
  if (const auto known = told_.find(key); known != told_.end()) {
    // Enough to say; each further one may cost a long search for what could order the two.
    constexpr std::uint64_t often = 1000;
    if (++known->second->occurrences >= often && known->second->severity == worker::Severity::error)
      told_often_.insert(pair_of(earlier.site, site_of(number_of(access.pc), kind, access.scope)));
    return;
  }
  char name[160];
  describe_address(name, sizeof name, address);
  Words words{worker::Severity::error, "", ""};
  if (same_value) {
    words = {worker::Severity::note,
             "%s is written by two threads that nothing orders, with the same value",
             "One of the writes lands; let one thread write to say what is meant."};
  } else if (before != plain && kind != plain && !(same_warp && kind == is_volatile)) {
    words.rule = "%s is used by two blocks, and an atomic of block scope holds for one block alone";
    words.look_at = "Which of the operations ends in _block, or names thread_scope_block?";
  } else if (met) {
    words = {
        worker::Severity::note,
        "%s is written and read by lanes that met in a shuffle or vote, which orders no memory",
        "Only __syncwarp makes what one lane wrote visible to the others."};
  } else if (before == is_volatile && kind == is_volatile) {
    words = {worker::Severity::note,
             "%s is volatile and used by two lanes of a warp without __syncwarp between them",
             "The lanes of a warp do not run in step: __syncwarp makes them meet."};
  } else if (same_warp) {
    words.rule =
        "%s is used by two threads of one warp, one of which writes, and nothing orders "
        "them";
    words.look_at =
        "The lanes of a warp do not run in step. What makes them meet between these two "
        "accesses?";
  } else if (same_block) {
    words.rule =
        "%s is used by two threads of one block, one of which writes, and no barrier lies "
        "between";
    words.look_at = "Between which two steps do all threads of the block have to wait?";
  } else if (before == atomic_operation || kind == atomic_operation) {
    words.rule =
        "%s is used by two blocks, by one with an atomic and by the other without, and "
        "nothing orders them";
    words.look_at =
        "Blocks run at the same time and in any order. An atomic protects only against "
        "other atomics.";
  } else {
    words.rule = "%s is used by two blocks, one of which writes, and nothing orders them";
    words.look_at =
        "Blocks run at the same time and in any order. What makes one wait for the "
        "other's result: the end of a kernel, or a fence and a flag?";
  }
  char message[300];
  std::snprintf(message, sizeof message, words.rule, name);
  const FindingPlace first =
      place_in(*launch_, sites_[earlier.site % site_count],
               role_of(earlier.wrote, before == atomic_operation), earlier.who);
  const FindingPlace second =
      place_in(*launch_, access.pc, role_of(writes, kind == atomic_operation), who);
  told_[key] =
      &report("data_race", words.severity, {first, second}, message, words.look_at, address);
}

}  // namespace emu
