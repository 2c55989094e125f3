// Conflicting accesses that nothing orders: two threads touch the same bytes, one of them writes,
// and no barrier, fence with flag, or kernel boundary lies between. Shadow: for each word its last
// writer and two readers (of different blocks where there are some), with their times.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/findings.hpp"
#include "core/observer.hpp"
#include "observers/race_clocks.hpp"
#include "observers/shadow.hpp"

namespace emu {

class Race final : public Observer {
 public:
  Race() {
    cells_.reserve();
    sites_.emplace_back(nullptr);  // number 0: one of more places than there are numbers
  }
  unsigned events() const override { return on_access | on_barrier | on_lifetime; }

  void load(const Access& access) override {
    settle(access);
    if (!current.in_kernel) return;
    const Now now = begin(access);
    for_each_word(access, [&](Cell& cell, unsigned bytes) { read(cell, bytes, now); });
    if (access.order != Order::weak)
      clocks_.acquire(thread_of(now.who), access.address, access.order);
  }
  void store(const Access& access) override {
    settle(access);
    if (!current.in_kernel) return;
    const Now now = begin(access);
    for_each_word(access, [&](Cell& cell, unsigned bytes) { write(cell, bytes, now); });
    if (access.order != Order::weak)
      clocks_.publish(thread_of(now.who), access.address, access.order, access.scope, true);
  }
  void atomic(const Access& access, Outcome outcome) override;

  /// Who wrote one of these bytes of a word last, and where, if the running launch did.
  struct Writer {
    Who who;
    const void* pc;
  };
  std::optional<Writer> writer_in_launch(const void* word, unsigned bytes) {
    const Cell* const cell = cells_.at(word);
    if (cell == nullptr || cell->write_time < launch_began_ || (cell->bytes & bytes) == 0)
      return std::nullopt;
    return Writer{cell->writer, sites_[cell->write_site % site_count]};
  }
  /// A plain access of an aligned word, in shared memory or else in the arena, as far as it can be
  /// nobody's mistake. False: nothing was done, and load or store has to look closely.
  template <bool in_shared>
  bool load_word(const void* p, const void* pc) {
    Cell& cell = *cells_.template at<in_shared>(p);
    const Now now = begin(pc, Order::weak, Scope::device, nullptr);
    if (!unsettled_.empty() || may_conflict(cell.writer, cell.write_time, now)) return false;
    set_reader(cell, 0xF, now);
    return true;
  }
  template <bool in_shared>
  bool store_word(const void* p, const void* pc) {
    Cell& cell = *cells_.template at<in_shared>(p);
    const Now now = begin(pc, Order::weak, Scope::device, nullptr);
    if (!unsettled_.empty() || may_conflict(cell.writer, cell.write_time, now) ||
        may_conflict(cell.reader[0], cell.read_time[0], now) ||
        may_conflict(cell.reader[1], cell.read_time[1], now))
      return false;
    set_writer(cell, 0xF, now);
    return true;
  }

  void block_barrier(const Block& block) override;
  void warp_barrier(unsigned warp, std::uint32_t lanes, bool orders_memory) override;
  void grid_barrier() override;
  void fence(Scope scope) override;
  void kernel_begin(const KernelLaunch& launch) override;
  void kernel_end(const KernelLaunch& launch) override;
  void block_begin(const Block& block) override;
  void released(const void* address, std::size_t bytes, const void*) override {
    cells_.clear(address, bytes);
  }

 private:
  enum Kind : std::uint8_t { plain, is_volatile, atomic_operation };
  /// Where in the source an access is, and of what kind: in 16 bits.
  using Site = std::uint16_t;
  static constexpr unsigned site_count = 4096;
  static Site site_of(unsigned number, Kind kind, Scope scope) {
    return static_cast<Site>(number | kind << 12 | static_cast<unsigned>(scope) << 14);
  }
  static std::uint32_t pair_of(Site earlier, Site now) {
    return std::uint32_t{earlier} << 16 | now;
  }
  static Kind kind_of(Order order) {
    if (order == Order::weak) return plain;
    return order == Order::is_volatile ? is_volatile : atomic_operation;
  }
  static Kind kind_of(Site site) { return static_cast<Kind>(site >> 12 & 3); }
  static Scope scope_of(Site site) { return static_cast<Scope>(site >> 14); }

  struct Cell {
    Who writer;
    Time write_time;
    Who reader[2];
    Time read_time[2];
    Site write_site, read_site[2];
    std::uint16_t bytes;  // four bits each: written, read by the first, by the second
  };
  static_assert(sizeof(Cell) == 32);

  /// The access that happens now.
  struct Now {
    Who who;
    Time time, floor, barrier;
    Site site;
    const Access* access;
  };
  /// An earlier access of the same word.
  struct Earlier {
    Who who;
    Time time;
    Site site;
    bool wrote;
  };
  /// A write over another thread's: a mistake only if it changes the value, which shows later.
  struct Unsettled {
    const void* address;
    unsigned char bytes;
    unsigned char old[4];
    Earlier earlier;
    Access access;
    Who who;
  };
  /// A plain read and another thread's atomic, in either order: no mistake if the reader's own
  /// compare-and-swap of the word follows, which finds out whether what was read still holds.
  struct Unconfirmed {
    const void* address;
    Earlier earlier;
    Access access;
    Who who;
    bool writes;
    RaceClocks::Relation relation;
  };

  Now begin(const Access& access) { return begin(access.pc, access.order, access.scope, &access); }
  Now begin(const void* pc, Order order, Scope scope, const Access* access) {
    clocks_.select(*current.block);
    const RaceClocks::BlockClock& b = clocks_.running();
    return {
        who_is(b.number, current.thread->linear),      clocks_.now(), clocks_.floor(), b.barrier,
        site_of(number_of(pc), kind_of(order), scope), access};
  }
  unsigned number_of(const void* pc) {
    const auto slot = reinterpret_cast<std::uintptr_t>(pc) / 2 % recent_.size();
    if (recent_[slot].pc != pc) recent_[slot] = {pc, look_up(pc)};
    return recent_[slot].number;
  }
  unsigned look_up(const void* pc);

  template <class Function>
  void for_each_word(const Access& access, Function function) {
    Cell* cell = cells_.at(access.address);
    if (cell == nullptr) return;
    const auto in_word = reinterpret_cast<std::uintptr_t>(access.address) % 4;
    if (access.bytes <= 4) return function(*cell, ((1u << access.bytes) - 1) << in_word);
    for (unsigned k = 0; k < access.bytes / 4; ++k) function(cell[k], 0xFu);
  }

  /// Whether an access at that time can be concurrent; the rest is for `conflict` to find out.
  static bool may_conflict(Who who, Time time, const Now& now) {
    if (time < now.floor || who == now.who) return false;
    return block_of(who ^ now.who) != 0 || time >= now.barrier;
  }
  void read(Cell& cell, unsigned bytes, const Now& now) {
    if (may_conflict(cell.writer, cell.write_time, now) && (cell.bytes & bytes) != 0)
      conflict({cell.writer, cell.write_time, cell.write_site, true}, now, bytes, cell, false);
    set_reader(cell, bytes, now);
  }
  static void set_reader(Cell& cell, unsigned bytes, const Now& now) {
    unsigned old = cell.bytes >> 4 & 0xF;
    if (cell.reader[0] != now.who && cell.read_time[0] >= now.floor) {
      if (keeps_other_reader(cell, now)) {
        cell.reader[1] = cell.reader[0];
        cell.read_time[1] = cell.read_time[0];
        cell.read_site[1] = cell.read_site[0];
        cell.bytes = static_cast<std::uint16_t>((cell.bytes & 0xFF) | old << 8);
      }
      old = 0;
    } else if (cell.read_time[0] != now.time) {
      old = 0;
    }
    cell.reader[0] = now.who;
    cell.read_time[0] = now.time;
    cell.read_site[0] = now.site;
    cell.bytes = static_cast<std::uint16_t>((cell.bytes & ~0xF0u) | (old | bytes) << 4);
  }
  /// Whether the first reader, which a new one replaces, is worth more than the second.
  static bool keeps_other_reader(const Cell& cell, const Now& now) {
    const bool first_elsewhere = block_of(cell.reader[0] ^ now.who) != 0;
    if (!first_elsewhere && cell.read_time[0] < now.barrier) return false;
    const bool second_holds = cell.read_time[1] >= now.floor;
    const bool second_elsewhere = block_of(cell.reader[1] ^ now.who) != 0;
    return first_elsewhere || !second_holds || !second_elsewhere;
  }
  void write(Cell& cell, unsigned bytes, const Now& now) {
    if (may_conflict(cell.writer, cell.write_time, now) && (cell.bytes & bytes) != 0)
      conflict({cell.writer, cell.write_time, cell.write_site, true}, now, bytes, cell, true);
    for (int k = 0; k < 2; ++k)
      if (may_conflict(cell.reader[k], cell.read_time[k], now) &&
          (cell.bytes >> (4 + 4 * k) & bytes) != 0)
        conflict({cell.reader[k], cell.read_time[k], cell.read_site[k], false}, now, bytes, cell,
                 true);
    set_writer(cell, bytes, now);
  }
  static void set_writer(Cell& cell, unsigned bytes, const Now& now) {
    const bool adds = cell.writer == now.who && cell.write_time == now.time;
    const unsigned written = adds ? (cell.bytes & 0xFu) | bytes : bytes;
    cell.writer = now.who;
    cell.write_time = now.time;
    cell.write_site = now.site;
    if (written == 0xF) {  // whoever conflicts with these reads conflicts with this write
      cell.read_time[0] = cell.read_time[1] = 0;
      cell.bytes = 0xF;
    } else {
      cell.bytes = static_cast<std::uint16_t>((cell.bytes & ~0xFu) | written);
    }
  }

  void settle(const Access& next) {
    if (!unsettled_.empty()) settle_all(&next);
  }
  void confirm_reads(const Access& access);
  void tell_unconfirmed();
  void settle_all(const Access* next);
  void conflict(const Earlier& earlier, const Now& now, unsigned bytes, const Cell& cell,
                bool writes);
  void tell(const Earlier& earlier, const Access& access, Who who, const void* address, bool writes,
            RaceClocks::Relation relation, bool same_value);
  const void* address_of(const Cell& cell, const Access& access, unsigned bytes);

  RaceClocks clocks_;
  Time launch_began_ = 1;
  Shadow<Cell, 4> cells_;
  struct Recent {
    const void* pc;
    unsigned number;
  };
  std::array<Recent, 1024> recent_{};
  std::vector<const void*> sites_;
  std::unordered_map<const void*, unsigned> numbers_;
  std::vector<Unsettled> unsettled_;
  std::map<std::pair<std::uintptr_t, Who>, Unconfirmed> unconfirmed_;  // by word and reader
  std::unordered_map<std::uint64_t, worker::ReportedFinding*> told_;   // by both sites and outcome
  std::unordered_set<std::uint32_t> told_often_;                       // by both sites
  const KernelLaunch* launch_ = nullptr;
};

}  // namespace emu
