#include "observers/race_clocks.hpp"

#include <algorithm>
#include <unordered_set>

namespace emu {

void RaceClocks::begin_kernel() {
  order_all();
  locations_.clear();
  all_locations_.clear();
  all_known_.clear();
  flat_.of = nullptr;
  fences_seen_ = false;
  running_ = nullptr;
  selected_ = nullptr;
}

void RaceClocks::begin_block(const Block& block, std::uint32_t number) {
  if (by_slot_.size() <= block.slot) by_slot_.resize(block.slot + 1);
  std::unique_ptr<BlockClock>& clock = by_slot_[block.slot];
  if (clock == nullptr) clock = std::make_unique<BlockClock>();
  clock->number = number;
  clock->threads_ = block.thread_count;
  clock->barrier = floor_;
  const unsigned warps = (block.thread_count + card::warp_size - 1) / card::warp_size;
  for (unsigned warp = 0; warp < warps; ++warp) clock->warps[warp] = {};
  clock->known_ = nullptr;
  clock->known_by_.clear();
  clock->to_acquire_.clear();
  clock->block_fence_.clear();
  clock->device_fence_.clear();
  clock->fenced_.reset();
  clock->fenced_block_ = 0;
  clock->fenced_since_barrier_ = false;
}

void RaceClocks::select_other(const Block& block) {
  running_ = by_slot_[block.slot].get();
  selected_ = &block;
}

void RaceClocks::block_barrier() {
  BlockClock& b = *running_;
  b.barrier = ++now_;
  for (const Known*& known : b.known_by_) b.known_ = join(b.known_, known);
  b.known_by_.clear();
  if (!b.fenced_since_barrier_) return;
  // What threads fenced before they met, any of them may publish from now on.
  auto times = std::make_shared<std::vector<Time>>(b.threads_);
  for (unsigned t = 0; t < b.threads_; ++t) {
    (*times)[t] = b.device_fence_[t].time;
    b.fenced_block_ = std::max(b.fenced_block_, b.device_fence_[t].block);
  }
  b.fenced_ = std::move(times);
  b.fenced_since_barrier_ = false;
  for (BlockClock::Warp& warp : b.warps) {
    warp.fenced.reset();
    warp.fenced_since_barrier = false;
  }
}

void RaceClocks::warp_barrier(unsigned warp, std::uint32_t lanes, std::uint32_t live,
                              bool orders_memory) {
  BlockClock& b = *running_;
  BlockClock::Warp& w = b.warps[warp];
  ++now_;
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
    const int lane = __builtin_ctz(rest);
    w.met_time[lane] = now_;
    w.met_lanes[lane] = lanes;
  }
  if (!b.known_by_.empty()) {  // a lane that polls for its warp tells the others
    const Known* together = nullptr;
    const unsigned first = warp * card::warp_size;
    for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1)
      together = join(together, b.known_by_[first + __builtin_ctz(rest)]);
    for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1)
      b.known_by_[first + __builtin_ctz(rest)] = together;
  }
  if (!orders_memory) return;
  if (w.fenced_since_barrier) {  // as at a block's barrier
    const auto& before = w.fenced != nullptr ? w.fenced : b.fenced_;
    auto times = before != nullptr ? std::make_shared<std::vector<Time>>(*before)
                                   : std::make_shared<std::vector<Time>>(b.threads_);
    for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
      const unsigned t = warp * card::warp_size + static_cast<unsigned>(__builtin_ctz(rest));
      (*times)[t] = std::max((*times)[t], b.device_fence_[t].time);
    }
    w.fenced = std::move(times);
    w.fenced_since_barrier = false;
  }
  if ((lanes & live) == live) {
    w.all_ordered = now_;
    return;
  }
  if (w.ordered == nullptr) w.ordered = std::make_unique<std::array<std::array<Time, 32>, 32>>();
  std::array<Time, 32> together{};
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
    const auto& known = (*w.ordered)[__builtin_ctz(rest)];
    for (unsigned a = 0; a < 32; ++a) together[a] = std::max(together[a], known[a]);
  }
  for (unsigned a = 0; a < 32; ++a)
    if (lanes >> a & 1) together[a] = now_;
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1)
    (*w.ordered)[__builtin_ctz(rest)] = together;
}

void RaceClocks::fence(unsigned thread, Scope scope) {
  BlockClock& b = *running_;
  fences_seen_ = true;
  if (b.block_fence_.empty()) {
    b.block_fence_.resize(b.threads_);
    b.device_fence_.resize(b.threads_);
  }
  ++now_;
  const Fence fence{now_, b.warps[thread / card::warp_size].all_ordered, b.barrier};
  b.block_fence_[thread] = fence;
  if (scope != Scope::block) {
    b.device_fence_[thread] = fence;
    b.fenced_since_barrier_ = true;
    b.warps[thread / card::warp_size].fenced_since_barrier = true;
  }
  if (!b.to_acquire_.empty() && b.to_acquire_[thread] != nullptr) {
    if (b.known_by_.empty()) b.known_by_.resize(b.threads_);
    b.known_by_[thread] = join(b.known_by_[thread], b.to_acquire_[thread]);
    b.to_acquire_[thread] = nullptr;
  }
}

namespace {
bool acquires(Order order) {
  return order == Order::acquire || order == Order::acq_rel || order == Order::seq_cst;
}
}  // namespace

void RaceClocks::acquire(unsigned thread, const void* location, Order order) {
  if (locations_.empty()) return;
  const auto found = locations_.find(location);
  if (found == locations_.end() || found->second->publications.empty()) return;
  BlockClock& b = *running_;
  const bool wait = run_options().strict_acquire && !acquires(order);
  std::vector<const Known*>& list = wait ? b.to_acquire_ : b.known_by_;
  if (list.empty()) list.resize(b.threads_);
  const Location* const there = found->second;
  const Known* const before = list[thread];
  if (before != nullptr && before->location == there && before->count == there->publications.size())
    return;
  all_known_.push_back({there, there->publications.size(), before, nullptr});
  list[thread] = &all_known_.back();
}

void RaceClocks::publish(unsigned thread, const void* location, Order order, Scope scope,
                         bool replaces) {
  BlockClock& b = *running_;
  if (releases(order)) {
    fence(thread, scope);
  } else if (!fences_seen_) {
    return;
  }
  const bool has_fence = !b.block_fence_.empty() && b.block_fence_[thread].time != 0;
  const BlockClock::Warp& warp = b.warps[thread / card::warp_size];
  const auto& fenced = warp.fenced != nullptr ? warp.fenced : b.fenced_;
  const bool publishes = has_fence || fenced != nullptr;
  const auto found = locations_.find(location);
  if (!publishes && (found == locations_.end() || !replaces)) return;
  if (found == locations_.end() || replaces) {
    all_locations_.emplace_back();
    locations_[location] = &all_locations_.back();
  }
  if (!publishes) return;
  Publication p{who_is(b.number, thread), Scope::block, 0, 0, b.fenced_block_, fenced,
                known_to(thread)};
  const bool device_wide = fenced != nullptr || (has_fence && b.device_fence_[thread].time != 0);
  if (device_wide) p.scope = Scope::device;
  if (has_fence) {
    const Fence& fence = device_wide && b.device_fence_[thread].time != 0 ? b.device_fence_[thread]
                                                                          : b.block_fence_[thread];
    p.own = fence.time;
    p.warp = fence.warp;
    p.block = std::max(p.block, fence.block);
  }
  if (scope == Scope::block) p.scope = Scope::block;
  std::vector<Publication>& all = locations_[location]->publications;
  all.push_back(p);
  // A fence of the block alone is newer than one for the device: both hold, each in its scope.
  if (p.scope != Scope::block && has_fence && b.block_fence_[thread].time > p.own) {
    const Fence& fence = b.block_fence_[thread];
    all.push_back({p.who, Scope::block, fence.time, fence.warp, fence.block, nullptr, p.known});
  }
}

const RaceClocks::Known* RaceClocks::known_to(unsigned thread) const {
  const BlockClock& b = *running_;
  const Known* const own = b.known_by_.empty() ? nullptr : b.known_by_[thread];
  return own != nullptr ? own : b.known_;
}

const RaceClocks::Known* RaceClocks::join(const Known* a, const Known* b) {
  if (a == nullptr || a == b) return b;
  if (b == nullptr) return a;
  all_known_.push_back({nullptr, 0, a, b});
  return &all_known_.back();
}

bool RaceClocks::covers(const Publication& p, Who who, Time t, std::uint32_t reading_block) {
  const std::uint32_t block = block_of(p.who);
  if (block != block_of(who)) return false;
  if (p.scope == Scope::block && (reading_block & 0x3FFFFFu) != block) return false;
  if (p.who == who && t < p.own) return true;
  if (t < p.block || (warp_of(p.who) == warp_of(who) && t < p.warp)) return true;
  return p.fenced != nullptr && thread_of(who) < p.fenced->size() &&
         t < (*p.fenced)[thread_of(who)];
}

bool RaceClocks::knows(const Known* known, Who who, Time t) {
  // Most often the publication that was taken over last is the one.
  constexpr int near = 32;
  const Known* k = known;
  for (int looked = 0; k != nullptr && looked < near; k = k->rest) {
    if (k->location == nullptr) break;
    const auto& all = k->location->publications;
    for (std::size_t i = k->count; i-- > 0 && looked < near; ++looked)
      if (covers(all[i], who, t, running_->number)) return true;
  }
  if (flat_.of != known || flat_.reading_block != running_->number) flatten(known);
  const auto later = [t](const auto& times, std::uint32_t key) {
    const auto found = times.find(key);
    return found != times.end() && t < found->second;
  };
  return later(flat_.threads, who) || later(flat_.blocks, block_of(who)) ||
         later(flat_.warps, block_of(who) * 32 + warp_of(who));
}

void RaceClocks::flatten(const Known* known) {
  flat_ = {known, running_->number, {}, {}, {}};
  const auto raise = [](Time& time, Time to) { time = std::max(time, to); };
  std::vector<const Known*> to_visit{known};
  std::unordered_set<const Known*> seen;
  std::unordered_map<const Location*, std::size_t> done;  // publications of it
  while (!to_visit.empty()) {
    const Known* const k = to_visit.back();
    to_visit.pop_back();
    if (k == nullptr || !seen.insert(k).second) continue;
    to_visit.push_back(k->other);
    to_visit.push_back(k->rest);
    if (k->location == nullptr) continue;
    std::size_t& from = done[k->location];
    for (; from < k->count; ++from) {
      const Publication& p = k->location->publications[from];
      const std::uint32_t block = block_of(p.who);
      if (p.scope == Scope::block && block != (running_->number & 0x3FFFFFu)) continue;
      raise(flat_.threads[p.who], p.own);
      raise(flat_.warps[block * 32 + warp_of(p.who)], p.warp);
      raise(flat_.blocks[block], p.block);
      if (p.fenced != nullptr)
        for (unsigned thread = 0; thread < p.fenced->size(); ++thread)
          raise(flat_.threads[who_is(block, thread)], (*p.fenced)[thread]);
      to_visit.push_back(p.known);
    }
  }
}

RaceClocks::Relation RaceClocks::relation(Who first, Time t, unsigned second) {
  if (t < floor_) return Relation::ordered;
  const BlockClock& b = *running_;
  Relation otherwise = Relation::concurrent;
  if (block_of(first) == (b.number & 0x3FFFFFu)) {
    if (t < b.barrier) return Relation::ordered;
    if (warp_of(first) == second / card::warp_size) {
      const BlockClock::Warp& w = b.warps[warp_of(first)];
      const unsigned a = lane_of(first), lane = second % card::warp_size;
      if (t < w.all_ordered || (w.ordered != nullptr && t < (*w.ordered)[lane][a]))
        return Relation::ordered;
      if (t < w.met_time[lane] && (w.met_lanes[lane] >> a & 1) != 0) otherwise = Relation::met;
    }
  }
  const Known* const own = b.known_by_.empty() ? nullptr : b.known_by_[second];
  if ((own != nullptr && knows(own, first, t)) ||
      (b.known_ != nullptr && knows(b.known_, first, t)))
    return Relation::ordered;
  return otherwise;
}

}  // namespace emu
