// Who knows of whose accesses: the happens-before half of the race observer. Time is one counter
// that moves at every synchronisation of the running kernel; an access at time t by a thread is
// ordered before what another thread does now where a chain of barriers, warp barriers and
// publications (a fence, then a strong write; a strong read of it) leads from after t to now.
// Blocks are always concurrent otherwise. Facts: PTX's memory consistency model, with the acquire
// side taken leniently: a strong read needs no fence behind it unless strict_acquire is set.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <unordered_map>
#include <vector>

#include "core/observer.hpp"
#include "core/state.hpp"
#include "observers/who.hpp"

namespace emu {

using Time = std::uint32_t;

class RaceClocks {
 public:
  /// What a block in flight knows, kept by its slot.
  struct BlockClock;

  Time now() const { return now_; }
  /// Everything before is ordered before all threads that run now.
  Time floor() const { return floor_; }
  /// The running block's; accesses of its own threads before its last barrier are ordered.
  BlockClock& running() { return *running_; }

  void begin_kernel();
  void order_all() { floor_ = ++now_; }  ///< A grid-wide barrier.
  bool nearly_used_up() const { return now_ > 0xF0000000u; }
  void restart() { now_ = floor_ = 1; }

  void begin_block(const Block& block, std::uint32_t number);
  /// Before anything else that is about its threads.
  void select(const Block& block) {
    if (&block != selected_) select_other(block);
  }
  void block_barrier();
  void warp_barrier(unsigned warp, std::uint32_t lanes, std::uint32_t live, bool orders_memory);
  void fence(unsigned thread, Scope scope);
  /// A strong read of the location: takes over what was published there.
  void acquire(unsigned thread, const void* location, Order order);
  /// A strong write: publishes what the thread had behind it at its last fence.
  /// @param replaces  a plain store: what was published there before is no longer to be seen
  void publish(unsigned thread, const void* location, Order order, Scope scope, bool replaces);

  enum class Relation : unsigned char {
    ordered,
    met,  ///< The lanes have met in a warp operation that does not order memory.
    concurrent
  };
  /// Of an access by `first` at time t to what thread `second` of the running block does now.
  Relation relation(Who first, Time t, unsigned second);

 private:
  struct Location;
  /// Something that a thread took over, and what it had taken over before.
  struct Known {
    const Location* location;
    std::size_t count;  // of its publications
    const Known* rest;
    const Known* other;  // of a second thread, where two met
  };
  struct Publication {
    Who who;
    Scope scope;
    Time own, warp, block;  // accesses before these times: of the thread, its warp, its block
    std::shared_ptr<const std::vector<Time>> fenced;  // threads of the block that fenced themselves
    const Known* known;
  };
  struct Location {
    std::vector<Publication> publications;
  };
  struct Fence {
    Time time = 0, warp = 0, block = 0;
  };
  /// All that one thread knows, for many questions in a row (the last block reads every sum).
  struct Flat {
    const Known* of = nullptr;
    std::uint32_t reading_block = 0;
    std::unordered_map<Who, Time> threads;
    std::unordered_map<std::uint32_t, Time> warps, blocks;  // by block * 32 + warp, by block
  };

  void select_other(const Block& block);
  const Known* join(const Known* a, const Known* b);
  const Known* known_to(unsigned thread) const;
  bool knows(const Known* known, Who who, Time t);
  void flatten(const Known* known);
  static bool covers(const Publication& p, Who who, Time t, std::uint32_t reading_block);

  Time now_ = 1, floor_ = 1;
  BlockClock* running_ = nullptr;
  const Block* selected_ = nullptr;  // whose clock running_ is
  std::vector<std::unique_ptr<BlockClock>> by_slot_;
  std::unordered_map<const void*, Location*> locations_;
  std::deque<Location> all_locations_;
  std::deque<Known> all_known_;
  Flat flat_;
  bool fences_seen_ = false;  // without one nothing is ever published by relaxed operations
};

struct RaceClocks::BlockClock {
  std::uint32_t number = 0;
  Time barrier = 0;  ///< When its threads last met.
  struct Warp {
    Time all_ordered = 0;                       ///< All lanes' accesses before are ordered.
    std::array<Time, 32> met_time{};            ///< Each lane's last warp operation
    std::array<std::uint32_t, 32> met_lanes{};  ///< and who took part in it.
    /// [b][a]: b knows all of a before this time. Made where only a part of the warp meets.
    std::unique_ptr<std::array<std::array<Time, 32>, 32>> ordered;
    /// As the block's fenced_, at the last __syncwarp behind a fence; null: the block's holds.
    std::shared_ptr<const std::vector<Time>> fenced;
    bool fenced_since_barrier = false;
  };
  std::array<Warp, 32> warps;

 private:
  friend class RaceClocks;
  unsigned threads_ = 0;
  const Known* known_ = nullptr;          // to all threads, by the last barrier
  std::vector<const Known*> known_by_;    // to each thread since then; empty: nothing
  std::vector<const Known*> to_acquire_;  // with strict_acquire: until the thread's next fence
  std::vector<Fence> block_fence_, device_fence_;    // of each thread; empty: none
  std::shared_ptr<const std::vector<Time>> fenced_;  // at the last barrier
  Time fenced_block_ = 0;                            // the latest barrier in front of these fences
  bool fenced_since_barrier_ = false;
};

}  // namespace emu
