#include "observers/stream_order.hpp"

#include <algorithm>
#include <cstdio>

#include "core/memory.hpp"
#include "core/schedule.hpp"
#include "core/state.hpp"
#include "observers/array_names.hpp"

namespace emu {

void StreamOrder::work_begin(const StreamWork& work) {
  stream_ = work.stream;
  position_ = work.position;
  after_ = work.after;
  watching_ = work.has_rivals && !run_options().shape;
  beside_caller_ = is_rival(callers_);
}

void StreamOrder::work_end(bool nothing_left) {
  watching_ = false;
  if (!nothing_left) return;
  words_.clear();
  launches_.clear();
}

void StreamOrder::callers_work(std::uint32_t stream, std::uint64_t position) {
  callers_.stream = stream;
  callers_.position = position;
  told_of_caller_.clear();  // the report page begins anew
}

void StreamOrder::kernel_begin(const KernelLaunch& launch) {
  launch_ = &launch;
  if (watching_) launches_[{stream_, position_}] = {launch.grid, launch.block};
}

void StreamOrder::use_in_kernel(const Access& access, Kind kind) {
  if (!current.in_kernel || access.space != Space::device) return;
  const Who who = who_is(block_number(current.block->index, launch_->grid), current.thread->linear);
  use(access.address, access.bytes, {stream_, position_, access.pc, who, kind, true, 0});
}

void StreamOrder::copied(const void* to, const void* from, std::size_t bytes, const void* pc) {
  if (!watching_) return;
  if (from != nullptr) use(from, bytes, {stream_, position_, pc, 0, reads, false, 0});
  if (to != nullptr) use(to, bytes, {stream_, position_, pc, 0, writes, false, 0});
}

void StreamOrder::released(const void* address, std::size_t bytes, const void* pc) {
  if (!watching_) return;
  const Use now = {stream_, position_, pc, 0, frees, false, 0xF};
  const auto begin = reinterpret_cast<std::uintptr_t>(address);
  for (std::uintptr_t word = begin / 4; word < (begin + bytes + 3) / 4; ++word) {
    const auto found = words_.find(word);
    if (found == words_.end()) continue;
    for (const Use& earlier : found->second)
      if (is_rival(earlier)) return tell(earlier, now, reinterpret_cast<void*>(word * 4));
  }
}

void StreamOrder::use(const void* address, std::size_t bytes, Use now) {
  if (beside_caller_) {
    const memory::Allocation* const array = memory::find(address);
    if (array != nullptr && array->name[0] != '\0') tell_callers(now, address);
  }
  const auto begin = reinterpret_cast<std::uintptr_t>(address), end = begin + bytes;
  for (std::uintptr_t word = begin / 4; word * 4 < end; ++word) {
    const std::uintptr_t first = std::max(begin, word * 4), last = std::min(end, word * 4 + 4);
    now.bytes = static_cast<std::uint8_t>(((1u << (last - first)) - 1) << first % 4);
    use_word(word, now);
  }
}

void StreamOrder::use_word(std::uintptr_t word, const Use& now) {
  Word& kept = words_[word];
  const auto meets = [&](const Use& earlier) {
    const bool harmless = (earlier.kind == reads && now.kind == reads) ||
                          (earlier.kind == updates && now.kind == updates);
    return !harmless && (earlier.bytes & now.bytes) != 0 && is_rival(earlier);
  };
  for (const Use& earlier : kept)
    if (meets(earlier)) tell(earlier, now, reinterpret_cast<const void*>(word * 4));
  const auto same = std::find_if(kept.begin(), kept.end(), [&](const Use& use) {
    return use.stream == now.stream && use.kind == now.kind;
  });
  if (same == kept.end()) {
    kept.push_back(now);
    return;
  }
  const std::uint8_t before = same->position == now.position ? same->bytes : std::uint8_t{0};
  *same = now;
  same->bytes |= before;
}

bool StreamOrder::is_rival(const Use& earlier) const {
  if (earlier.stream == 0 || earlier.stream == stream_) return false;
  return earlier.stream >= after_.size() || earlier.position > after_[earlier.stream];
}

FindingPlace StreamOrder::place_of(const Use& use) const {
  FindingPlace place;
  place.pc = use.pc;
  static constexpr const char* roles[] = {"reads here", "writes here", "updates here",
                                          "frees here"};
  place.role = roles[use.kind];
  if (!use.by_kernel) return place;
  const auto launch = launches_.find({use.stream, use.position});
  if (launch != launches_.end())
    place.who = thread_id(use.who, launch->second.grid, launch->second.block);
  return place;
}

[[gnu::cold]] void StreamOrder::tell(const Use& earlier, const Use& now, const void* address) {
  char name[160], message[300];
  describe_address(name, sizeof name, address);
  std::snprintf(message, sizeof message,
                "%s is used by work of two streams, one of which writes or frees it, and nothing "
                "orders the two",
                name);
  report("stream_order", worker::Severity::error, {place_of(earlier), place_of(now)}, message,
         "Which stream has to wait for the other? Use one stream, or cudaStreamWaitEvent.",
         address);
}

[[gnu::cold]] void StreamOrder::tell_callers(const Use& now, const void* address) {
  worker::ReportedFinding*& known = told_of_caller_[now.pc];
  if (known != nullptr) {
    ++known->occurrences;
    return;
  }
  char name[160], message[300];
  describe_address(name, sizeof name, address);
  std::snprintf(message, sizeof message,
                "%s is used in a stream that does not wait for what the caller has asked of the "
                "default stream before",
                name);
  known = &report("stream_order", worker::Severity::error, {place_of(now)}, message,
                  "The array may still be in use when your function is called. What makes your "
                  "stream wait: cudaEventRecord in the default stream, then cudaStreamWaitEvent?",
                  address);
}

}  // namespace emu
