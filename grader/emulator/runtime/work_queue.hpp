// Work that streams were given and that has not run yet. It knows CUDA's rules of order between
// streams and nothing else: what a piece of work does is the caller's. Work runs when somebody has
// to wait for it, and then no more of it than that.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <vector>

namespace emu::runtime {

using WorkId = std::uint64_t;  ///< In the order of submission; 0 stands for no work.

enum class StreamKind : std::uint8_t {
  legacy,        ///< The default stream: waits for blocking streams, and they for it.
  blocking,      ///< cudaStreamCreate
  non_blocking,  ///< cudaStreamNonBlocking
};

/// A stream as the queue sees it: its kind and the work given to it last.
struct StreamTail {
  StreamKind kind = StreamKind::blocking;
  WorkId last = 0;
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
    /// @param rivals  work that has run since this was submitted and that no order puts before it
    /// @param will_have_rivals  whether it is such work for some that is still pending
    virtual void begin(WorkId id, const std::vector<WorkId>& rivals, bool will_have_rivals) = 0;
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
    std::vector<WorkId> after;
    Work work;
    const void* pc = nullptr;
    std::vector<WorkId> rivals = {};
  };

  std::vector<WorkId> with_all_before(std::vector<WorkId> wanted) const;
  void run_set(const std::vector<WorkId>& ids);
  void run_in_picked_order(const std::vector<WorkId>& ids);
  void take_and_run(WorkId id);
  bool make_rival(WorkId id);
  std::size_t pick_among(const std::vector<WorkId>& ready);

  std::map<WorkId, Item> pending_;
  std::size_t in_other_streams_ = 0;  // pending ones that are not in the legacy stream
  Listener* listener_ = nullptr;
  WorkId next_id_ = 1;
  WorkId last_legacy_ = 0;
  Pick pick_ = Pick::oldest;
  std::uint64_t seed_ = 0;
  std::uint64_t random_ = 0;
};

}  // namespace emu::runtime
