// What the core keeps of a running grid. Private to core/ and observers/.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/card.hpp"
#include "core/fiber.hpp"
#include "core/observer.hpp"
#include "core/schedule.hpp"
#include "core/thread_list.hpp"

namespace emu {

struct Index3 {
  unsigned x = 0, y = 0, z = 0;
};

struct WarpOperation;

enum class ThreadState : std::uint8_t {
  running,
  at_block_barrier,
  at_warp_operation,
  at_grid_barrier,
  converging,  ///< in __activemask(), until nobody of the block can run
  polling,     ///< reads what somebody else has to write
  finished,
};

/// What a barrier needs lies in the first line of the cache.
struct alignas(64) Thread {
  char* stack_pointer = nullptr;  ///< Where it waits; null from wait_here() on until another runs.
  char* stack_low = nullptr;
  Fiber* fiber = nullptr;  ///< Which it runs on; null before it starts and when it has ended.
  Index3 index;
  unsigned linear = 0;
  ThreadState state = ThreadState::finished;
  bool came_to_end = false;            ///< Passed the kernel's last line; else it returned before.
  bool has_polled = false;             ///< Some of polled_values are set.
  int line = 0;                        ///< Of the barrier or __activemask() it waits at.
  unsigned polls = 0;                  ///< Polls in a row that saw nothing new.
  WarpOperation* operation = nullptr;  ///< Whose gather it may still read.
  /// What it read last at up to four addresses: a wait may look at more than one.
  struct Polled {
    const void* address = nullptr;
    unsigned long long value = 0;
  };
  std::array<Polled, 4> polled_values{};
  unsigned next_polled = 0;
  const void* new_value_at = nullptr;   ///< Where its last volatile or atomic load saw a new value.
  std::uint64_t progress_at_fence = 0;  ///< Counter of `Current` at its last fence.
  const void* polled_at = nullptr;      ///< Return address of the last poll.
  std::uint32_t converged = 0;          ///< Result of __activemask().

  unsigned warp() const { return linear / card::warp_size; }
  unsigned lane() const { return linear % card::warp_size; }
};

struct WarpOperation {
  unsigned warp = 0;
  std::uint32_t arrived = 0;
  std::uint32_t holders = 0;  ///< Lanes that may still read the gather.
  int operation = 0;
  bool complete = false;
  const void* pc = nullptr;
  WarpGather gather;
};

struct Executor;

struct Block {
  Index3 index;
  unsigned slot = 0;
  unsigned thread_count = 0;
  std::vector<Thread> threads;
  std::array<std::uint16_t, card::max_threads_per_block> order{};  ///< In which threads start.
  unsigned started = 0;
  ThreadList ready;       ///< Taken from the back.
  ThreadList at_barrier;  ///< In the order of arrival.
  ThreadList polling, converging;
  unsigned at_grid_barrier = 0;
  unsigned finished = 0, returned_early = 0;
  int barrier_line = 0;  ///< Of the first that arrived.
  bool barrier_lines_differ = false;
  int other_barrier_line = 0;
  unsigned barrier_thread = 0, other_barrier_thread = 0;  ///< Who came first to each line.
  unsigned predicate_count = 0, predicate_result = 0;
  std::uint64_t progress_seen = 0;  ///< Executor's counter when its polls last saw nothing new.
  unsigned looks = 0;               ///< In a shape run: polls while nothing else could go on.
  std::vector<WarpOperation*> operations;  ///< Incomplete ones.
  std::array<std::uint32_t, 32> live{};    ///< Per warp: lanes that have not left the kernel.
  char* shared = nullptr;                  ///< Its shared memory.

  bool done() const { return finished == thread_count; }
};

struct SharedVariableEntry {
  const void* key;
  const char* name;
  int line;
  std::size_t offset, bytes, element_bytes;
};

/// Where shared variables lie; the same in all blocks of a launch.
struct SharedLayout {
  static constexpr std::size_t granule = 16;
  static constexpr std::size_t red_zone = 128;
  static constexpr std::size_t slot_bytes = 512 * 1024;
  std::vector<SharedVariableEntry>
      entries;                    ///< Entry 0 is dynamic shared memory where there is some.
  std::size_t used = 0;           ///< Bytes from the slot's begin, red zones included.
  std::size_t program_bytes = 0;  ///< As the program counts: variables and dynamic.
  std::array<std::uint8_t, slot_bytes / granule> valid{};  ///< Touchable bytes of each granule.

  void reset(std::size_t dynamic_bytes);
  const SharedVariableEntry& add(const void* key, const char* name, int line, std::size_t bytes,
                                 std::size_t element_bytes);
  bool is_valid(std::size_t offset, unsigned bytes) const {
    return offset < slot_bytes && offset % granule + bytes <= valid[offset / granule];
  }
};

/// A launch being run, shared by the executors.
struct Grid {
  const KernelLaunch* launch = nullptr;
  std::uint64_t block_count = 0;
  std::uint64_t next_block = 0;                   ///< Ordinal; taken atomically.
  std::uint64_t order_step = 1, order_start = 0;  ///< Ordinal -> block number.
  std::vector<std::uint64_t> chosen;              ///< Blocks of a shape run; empty: all.
  unsigned left = 0;                              ///< Blocks of a shape run that did not end.
  bool has_long_loops = false;                    ///< One of these had used up its accesses.
  unsigned executor_count = 1;
  std::atomic<int> fault{0};  ///< The first thread's that faulted.
  std::atomic<bool> stop{false};
};

/// One OS thread that runs blocks.
struct Executor {
  Executor();
  FiberPool pool;
  char* own = nullptr;     ///< Stack pointer of the OS thread's own stack, while a fiber runs.
  Fiber* taken = nullptr;  ///< The fiber that was last taken from the pool.
  Grid* grid = nullptr;
  SharedLayout layout;
  std::vector<Block*> slots;      ///< All made so far.
  std::vector<Block*> in_flight;  ///< Started, not done.
  std::vector<WarpOperation*> free_operations;
  std::uint64_t random = 1;
  unsigned maximum_in_flight = 1;
  std::size_t next_retry = 0;   ///< Where in in_flight to look for a block to retry.
  bool youngest_first = false;  ///< Goes through in_flight from the end.
  const Block* held = nullptr;  ///< Stopped half-way, until many others have come to wait.
  unsigned hold_ends = 0;       ///< After so many turns of the others.
  bool may_hold = false;        ///< Once a launch.
  char* shared_region = nullptr;
};

/// The OS thread's view of who runs. Plain, so that hooks read it without any call.
struct Current {
  bool in_kernel;
  bool observing;               ///< Observers are to be told of accesses.
  std::uint64_t accesses_left;  ///< Of the block, in a shape run; else endless.
  std::uint64_t progress;       ///< Counts what others could see.
  const void* last_pc;          ///< Of the last access, for the watchdog.
  char* stack_low;              ///< Of the running fiber; null on the host's stack.
  char* shared_low;             ///< The block's slot.
  Thread* thread;
  Block* block;
  Executor* executor;
};
extern __thread Current current;

std::uint64_t next_random(std::uint64_t& state);
/// The slot's memory for the executor, mapped on first use.
char* shared_slot(Executor& executor, unsigned slot);
/// Where the shared memory of all executors lies.
inline char* const shared_region_begin = reinterpret_cast<char*>(0x300000000000);
inline constexpr std::size_t shared_bytes_of_executor =  // as many blocks as the card holds
    std::size_t{card::multiprocessors} * card::max_blocks_per_multiprocessor *
    SharedLayout::slot_bytes;
inline constexpr std::size_t shared_region_bytes = 256 * shared_bytes_of_executor;
inline bool in_shared_region(const void* p) {
  return static_cast<std::size_t>(static_cast<const char*>(p) - shared_region_begin) <
         shared_region_bytes;
}
/// The variable at or nearest before `offset`, or null.
const SharedVariableEntry* shared_entry_near(const SharedLayout& layout, std::size_t offset);

/// In a shape run: gives the running block up. Does not return to the calling thread.
[[noreturn]] void leave_block();
/// Lets others run; returns when the current thread is made ready. Its state says what it waits
/// for.
void wait_in_block();
void make_ready(Block& block, Thread& thread);
void complete_warp_operation(Block& block, WarpOperation& operation);
/// A thread of the warp has ended: operations that waited for it may be complete.
void complete_without(Block& block, Thread& thread);
inline void forget_lane(Block& block, Thread& thread) {
  block.live[thread.warp()] &= ~(1u << thread.lane());
  if (thread.operation != nullptr || !block.operations.empty()) complete_without(block, thread);
}
/// Finishes incomplete warp operations with the lanes that are there, and reports them.
bool release_incomplete_operations(Block& block);

}  // namespace emu
