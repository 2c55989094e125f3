// Work that streams were given and that has not run yet. It knows CUDA's rules of order between
// streams and nothing else: what a piece of work does is the caller's. Work runs when somebody has
// to wait for it, and then no more of it than that.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <vector>

#include "core/observer.hpp"

namespace emu::runtime {

using WorkId = std::uint64_t;  ///< In the order of submission; 0 stands for no work.
/// By stream: all its work up to a position. What is missing counts as 0.
using Positions = std::vector<std::uint64_t>;

enum class StreamKind : std::uint8_t {
  legacy,        ///< The default stream: waits for blocking streams, and they for it.
  blocking,      ///< cudaStreamCreate
  non_blocking,  ///< cudaStreamNonBlocking
};

/// A stream as the queue sees it: its kind and the work given to it last.
struct StreamTail {
  StreamKind kind = StreamKind::blocking;
  WorkId last = 0;
  std::uint32_t number = 0;  ///< From the first work on; streams are numbered from 1.
  std::uint64_t given = 0;   ///< Pieces of work so far.
};

/// Which of several pieces of work that could run now comes first.
enum class Pick : std::uint8_t { oldest, newest, shuffled };

class WorkQueue {
 public:
  /// `run` is false where the work is dropped: it then only gives back what it holds.
  using Work = std::function<void(bool run)>;

  /// What is told of work as it runs.
  struct Listener {
    virtual ~Listener() = default;
    virtual void begin(const StreamWork& work) = 0;
    virtual void end(bool nothing_left) = 0;
  };
  /// Owned by the caller, who keeps it alive; null for none.
  void set_listener(Listener* listener) { listener_ = listener; }

  /// How work that no order binds is arranged from now on.
  void set_order(Pick pick, std::uint64_t seed);

  /// Adds work behind all that the stream's rules put in front of it, and behind `also_after`.
  /// @param pc  the call that asked for it, where somebody has to wait for what it does; else null
  WorkId submit(StreamTail& stream, Work work, WorkId also_after = 0, const void* pc = nullptr);
  /// The calls that asked for the work that is pending, oldest first.
  std::vector<const void*> pending_calls() const;

  bool is_pending(WorkId id) const { return pending_.count(id) != 0; }
  /// Whether the stream has work left; for the legacy stream, whether any blocking stream has.
  bool is_busy(const StreamTail& stream) const { return newest_of(stream) != 0; }
  /// The newest pending work that a wait for the stream waits for, or 0.
  WorkId newest_of(const StreamTail& stream) const;
  std::size_t size() const { return pending_.size(); }

  /// Runs this piece of work and what it has to wait for, if it is still pending.
  void run(WorkId id);
  /// Runs what a wait for the stream waits for.
  void run(const StreamTail& stream);
  void run_all();
  /// Runs the oldest piece of work, which never waits for another; false where there is none.
  bool run_oldest();
  /// Drops everything. What is running may call this.
  void drop_all();

 private:
  struct Item {
    StreamKind kind;
    std::uint32_t stream;
    std::uint64_t position;
    std::vector<WorkId> after;
    Work work;
    const void* pc = nullptr;
    Positions ordered = {};  ///< What is ordered before this, by the host or by streams.
  };

  std::vector<WorkId> with_all_before(std::vector<WorkId> wanted) const;
  void run_set(const std::vector<WorkId>& ids);
  void run_in_picked_order(const std::vector<WorkId>& ids);
  void take_and_run(WorkId id);
  bool has_rivals(const Item& item) const;
  std::size_t pick_among(const std::vector<WorkId>& ready);

  std::map<WorkId, Item> pending_;
  std::map<std::uint32_t, std::deque<WorkId>> pending_in_;  // by stream; those that have some
  Positions have_run_;
  Positions waited_for_;  // have_run_ when the host last waited: some work runs for lack of room
  std::uint32_t streams_ = 0;
  Listener* listener_ = nullptr;
  WorkId next_id_ = 1;
  WorkId last_legacy_ = 0;
  std::uint32_t legacy_number_ = 0;  // of the legacy stream, and how much it was given
  std::uint64_t legacy_given_ = 0;
  Pick pick_ = Pick::oldest;
  std::uint64_t seed_ = 0;
  std::uint64_t random_ = 0;
};

}  // namespace emu::runtime
