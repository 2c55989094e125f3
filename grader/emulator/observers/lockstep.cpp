#include "observers/lockstep.hpp"

#include <algorithm>

namespace emu {

/// The lanes that have entries left, without gaps, and what each is to do next.
struct BlockTrace::Heads {
  unsigned count = 0;
  std::array<std::uint8_t, lanes_of_a_warp> lane;
  std::array<std::uint64_t, lanes_of_a_warp> site;
  unsigned meetings = 0;        ///< Of these heads.
  std::uint32_t exhausted = 0;  ///< Lanes that have come to their end.

  explicit Heads(const Warp& warp) {
    for (std::uint32_t left = warp.filled; left != 0; left &= left - 1) {
      const auto l = static_cast<unsigned>(__builtin_ctz(left));
      if (warp.begin[l] < warp.end[l]) add(warp, l);
    }
  }
  void add(const Warp& warp, unsigned l) {
    lane[count] = static_cast<std::uint8_t>(l);
    site[count] = warp.rows[warp.begin[l]].site[l];
    meetings += site[count++] == meeting ? 1u : 0u;
  }
  /// Steps over the entries of the heads for which `takes_part(index)` holds.
  template <class Condition>
  void advance(Warp& warp, Condition takes_part) {
    const unsigned before = count;
    count = 0;
    for (unsigned h = 0; h < before; ++h) {
      const unsigned l = lane[h];
      if (!takes_part(h)) {
        lane[count] = lane[h];
        site[count++] = site[h];
        continue;
      }
      meetings -= site[h] == meeting ? 1u : 0u;
      if (++warp.begin[l] < warp.end[l])
        add(warp, l);
      else
        exhausted |= 1u << l;
    }
  }
};

void BlockTrace::begin(unsigned threads) {
  warps_in_use_ = (threads + lanes_of_a_warp - 1) / lanes_of_a_warp;
  if (warps_.size() < warps_in_use_) warps_.resize(warps_in_use_);
  for (unsigned w = 0; w < warps_in_use_; ++w) {
    Warp& warp = warps_[w];
    warp.begin.fill(0);
    warp.end.fill(0);
    warp.filled = 0;
    const unsigned lanes = std::min(threads - w * lanes_of_a_warp, lanes_of_a_warp);
    warp.exists = lanes == lanes_of_a_warp ? ~0u : (1u << lanes) - 1;
  }
}

void BlockTrace::grow(Warp& warp) {
  constexpr std::size_t first_rows = 16;
  warp.rows.resize(std::max(first_rows, 2 * warp.rows.size()));
}

void BlockTrace::meet(unsigned warp_number, std::uint32_t lanes) {
  Warp& warp = warps_[warp_number];
  const std::uint64_t identity = std::uint64_t{++meetings_} << 32 | lanes;
  bool long_trace = false;
  for (std::uint32_t left = lanes & warp.exists; left != 0; left &= left - 1) {
    const auto l = static_cast<unsigned>(__builtin_ctz(left));
    push(warp, l, {meeting, identity});
    long_trace |= warp.end[l] >= 2 * capacity;
  }
  if (long_trace) merge(warp_number, {});  // a wait that never ends must not take all memory
}

/// Lets lanes go on that have all come to their meeting. False where none could.
bool BlockTrace::release_meetings(Warp& warp, Heads& heads) {
  const auto identity = [&](unsigned h) {
    const unsigned l = heads.lane[h];
    return heads.site[h] == meeting ? warp.rows[warp.begin[l]].address[l] : 0;
  };
  for (unsigned h = 0; h < heads.count; ++h) {
    const std::uint64_t wanted = identity(h);
    if (wanted == 0) continue;
    std::uint32_t there = 0;
    for (unsigned other = 0; other < heads.count; ++other)
      if (identity(other) == wanted) there |= 1u << heads.lane[other];
    if (there != (static_cast<std::uint32_t>(wanted) & warp.exists)) continue;
    heads.advance(warp, [&](unsigned k) { return identity(k) == wanted; });
    return true;
  }
  return false;
}

void BlockTrace::merge(unsigned warp_number, Lanes lanes) {
  Warp& warp = warps_[warp_number];
  if (warp.filled == 0) return;
  Heads heads(warp);
  std::uint32_t with_entries = 0;
  for (unsigned h = 0; h < heads.count; ++h) with_entries |= 1u << heads.lane[h];
  heads.exhausted = warp.exists & ~with_entries;
  WarpRequest request;
  while (heads.count > 0 && (heads.exhausted & lanes.may_come) == 0) {
    if (heads.meetings > 0 && release_meetings(warp, heads)) continue;
    const std::uint64_t lowest =
        *std::min_element(heads.site.begin(), heads.site.begin() + heads.count);
    const auto at_lowest = [&](unsigned h) { return heads.site[h] == lowest; };
    if (lowest == meeting) {  // part of one was dropped with a merge that could not wait
      heads.advance(warp, at_lowest);
      continue;
    }
    const std::uint32_t live = warp.exists & ~(heads.exhausted & lanes.ended);
    std::uint32_t active = 0;
    unsigned count = 0;
    request.inputs = 0;
    for (unsigned h = 0; h < heads.count; ++h) {
      if (heads.site[h] != lowest) continue;
      const unsigned l = heads.lane[h];
      const std::uint64_t address = warp.rows[warp.begin[l]].address[l];
      request.inputs |= static_cast<std::uint32_t>(address >> 63) << count;
      request.accesses.address[count] = address & ~input_mark;
      request.accesses.lane[count++] = static_cast<std::uint8_t>(l);
      active |= 1u << l;
    }
    request.kind = static_cast<AccessKind>(lowest >> 4 & 0xF);
    request.divergent = active != live;
    request.accesses.count = count;
    request.accesses.bytes = 1u << (lowest & 0xF);
    heads.advance(warp, at_lowest);
    sink_.request(request);
  }
  settle(warp);
}

/// Moves what is left of each lane to the front.
void BlockTrace::settle(Warp& warp) {
  for (std::uint32_t left = warp.filled; left != 0; left &= left - 1) {
    const auto l = static_cast<unsigned>(__builtin_ctz(left));
    const unsigned begin = warp.begin[l], end = warp.end[l];
    if (begin == 0) continue;
    for (unsigned k = begin; k < end; ++k) {
      warp.rows[k - begin].site[l] = warp.rows[k].site[l];
      warp.rows[k - begin].address[l] = warp.rows[k].address[l];
    }
    warp.begin[l] = 0;
    warp.end[l] = static_cast<std::uint16_t>(end - begin);
    if (begin == end) warp.filled &= ~(1u << l);
  }
}

}  // namespace emu
