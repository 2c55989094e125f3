#include "observers/late_stores.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "core/findings.hpp"
#include "core/schedule.hpp"
#include "core/state.hpp"
#include "observers/array_names.hpp"

namespace emu {

namespace {

constexpr std::size_t most_late = 64, most_overtaking = 64;

bool overlap(const void* a, std::size_t a_bytes, const void* b, std::size_t b_bytes) {
  const auto* const first = static_cast<const char*>(a);
  const auto* const second = static_cast<const char*>(b);
  return first < second + b_bytes && second < first + a_bytes;
}

}  // namespace

bool LateStores::matters(const Access& access) const {
  return current.in_kernel && access.space == Space::device && access.bytes <= most_bytes &&
         run_options().order == OrderOfThreads::shuffled;
}

Who LateStores::running() const {
  return who_is(block_number(current.block->index, launch_->grid), current.thread->linear);
}

void LateStores::load(const Access& access) {
  if (!matters(access)) return;
  const Who who = running();
  note_look(access, who);
  for (std::size_t k = late_.size(); k-- > 0;) {
    Late& late = late_[k];
    if (!overlap(late.address, late.bytes, access.address, access.bytes)) continue;
    const bool own_block = block_of(late.who) == block_of(who);
    if (own_block || access.order == Order::weak || !late.readers.insert(who).second) {
      arrive(k);
    } else if (late.knowing.count(who) != 0 || late.knowing_blocks.count(block_of(who)) != 0) {
      relied_.push_back({access.address, late.who, who, late.pc, access.pc});
    }
  }
}

/// The thread looks at a place: what its block has found there before is forgotten, and what it
/// finds now may tell it of other stores.
void LateStores::note_look(const Access& access, Who who) {
  const auto looks_again = [&](const Relied& r) {
    return block_of(r.reader) == block_of(who) &&
           overlap(r.address, 1, access.address, access.bytes);
  };
  relied_.erase(std::remove_if(relied_.begin(), relied_.end(), looks_again), relied_.end());
  if (access.order == Order::weak) return;
  const auto stored = stores_.find(access.address);
  if (stored != stores_.end() && stored->second.who != who) stored->second.arrived = true;
  for (Late& late : late_) {
    const auto& by = late.overtaken_by;
    if (block_of(late.who) != block_of(who) &&
        std::find(by.begin(), by.end(), access.address) != by.end())
      late.knowing.insert(who);
  }
}

void LateStores::store(const Access& access) {
  if (!matters(access)) return;
  arrive_over(access);
  if (access.order == Order::weak) return;
  if (releases(access.order)) fence(access.scope);
  const Who who = running();
  overtake(who, access);
  const auto known = stores_.find(access.address);
  const bool again = known != stores_.end() && block_of(known->second.who) == block_of(who);
  Stored now{who, access.pc, access.bytes, {}, again};
  std::memcpy(now.before.data(), access.address, access.bytes);
  stores_[access.address] = now;
  latest_[block_of(who)][who] = access.address;
}

void LateStores::before_atomic(const Access& access) {
  if (matters(access)) arrive_over(access);
}

void LateStores::atomic(const Access& access, Outcome outcome) {
  if (!matters(access)) return;
  const Who who = running();
  note_look(access, who);
  if (!outcome.changed) return;
  if (releases(access.order)) fence(access.scope);
  overtake(who, access);
  stores_.erase(access.address);  // an update is never late: it reads what is there
  if (const auto block = latest_.find(block_of(who)); block != latest_.end())
    block->second.erase(who);
}

/// The thread's store before this one arrives after it, if nobody has seen it yet.
void LateStores::overtake(Who who, const Access& access) {
  for (std::size_t k = late_.size(); k-- > 0;) {
    if (late_[k].who != who) continue;
    late_[k].overtaken_by.push_back(access.address);
    if (late_[k].overtaken_by.size() > most_overtaking) arrive(k);
    return;  // one at a time
  }
  const auto block = latest_.find(block_of(who));
  if (block == latest_.end()) return;
  const auto latest = block->second.find(who);
  if (latest == block->second.end()) return;
  const auto found = stores_.find(latest->second);
  if (found == stores_.end()) return;
  const Stored& stored = found->second;
  auto* const address = const_cast<char*>(static_cast<const char*>(latest->second));
  // Stores by one instruction are one kind of message: their order tells nothing.
  if (stored.who != who || stored.arrived || stored.pc == access.pc ||
      overlap(address, stored.bytes, access.address, access.bytes) ||
      std::memcmp(address, stored.before.data(), stored.bytes) == 0)
    return;
  if (late_.size() >= most_late) arrive(0);
  Late late{address, stored.bytes, {}, who, stored.pc, {access.address}, {}, {}, {}};
  std::memcpy(late.value.data(), address, stored.bytes);
  std::memcpy(address, stored.before.data(), stored.bytes);
  late_.push_back(std::move(late));
}

void LateStores::arrive(std::size_t k) {
  std::memcpy(late_[k].address, late_[k].value.data(), late_[k].bytes);
  late_.erase(late_.begin() + static_cast<std::ptrdiff_t>(k));
  ++current.progress;
}

void LateStores::arrive_over(const Access& access) {
  for (std::size_t k = late_.size(); k-- > 0;)
    if (overlap(late_[k].address, late_[k].bytes, access.address, access.bytes)) arrive(k);
}

/// What threads of the block have stored before is ordered now: a fence also counts for those that
/// the thread has met at a barrier.
void LateStores::fence(Scope scope) {
  if (!current.in_kernel || scope == Scope::block) return;
  const Who who = running();
  for (std::size_t k = late_.size(); k-- > 0;)
    if (block_of(late_[k].who) == block_of(who)) arrive(k);
  latest_.erase(block_of(who));
}

void LateStores::grid_barrier() {
  while (!late_.empty()) arrive(0);
  latest_.clear();
}

void LateStores::block_barrier(const Block& block) {
  if (late_.empty()) return;
  const std::uint32_t number = block_of(who_is(block_number(block.index, launch_->grid), 0));
  for (Late& late : late_) {
    const auto in_block = [number](Who who) { return block_of(who) == number; };
    if (std::any_of(late.knowing.begin(), late.knowing.end(), in_block))
      late.knowing_blocks.insert(number);
  }
}

void LateStores::warp_barrier(unsigned warp, std::uint32_t lanes, bool) {
  if (late_.empty()) return;
  const std::uint32_t number = block_number(current.block->index, launch_->grid);
  const auto who_of = [&](unsigned lane) { return who_is(number, warp * card::warp_size + lane); };
  for (Late& late : late_) {
    bool one_knows = false;
    for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1)
      one_knows |= late.knowing.count(who_of(static_cast<unsigned>(__builtin_ctz(rest)))) != 0;
    if (!one_knows) continue;
    for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1)
      late.knowing.insert(who_of(static_cast<unsigned>(__builtin_ctz(rest))));
  }
}

void LateStores::kernel_begin(const KernelLaunch& launch) {
  launch_ = &launch;
  stores_.clear();
  latest_.clear();
}

void LateStores::kernel_end(const KernelLaunch&) {
  while (!late_.empty()) arrive(0);
  if (current.executor->grid->fault != 0) relied_.clear();
  tell_those([](const Relied&) { return true; });
}

void LateStores::block_end(const Block& block) {
  const std::uint32_t number = block_of(who_is(block_number(block.index, launch_->grid), 0));
  latest_.erase(number);
  if (relied_.empty()) return;
  tell_those([number](const Relied& r) { return block_of(r.reader) == number; });
}

template <class Condition>
void LateStores::tell_those(Condition condition) {
  for (const Relied& relied : relied_) {
    if (!condition(relied)) continue;
    char name[160], message[300];
    describe_address(name, sizeof name, relied.address);
    std::snprintf(message, sizeof message,
                  "%s may still be the old value for a block that has seen a later store of the "
                  "same thread: no fence lies between the two",
                  name);
    report("data_race", worker::Severity::error,
           {place_in(*launch_, relied.stored_at, "writes here", relied.writer),
            place_in(*launch_, relied.read_at, "reads here", relied.reader)},
           message,
           "Volatile and relaxed stores may arrive in any order. A value has to be fenced "
           "(__threadfence) before the flag that announces it, or the flag released.",
           relied.address);
  }
  relied_.erase(std::remove_if(relied_.begin(), relied_.end(), condition), relied_.end());
}

}  // namespace emu
