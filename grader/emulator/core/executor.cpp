// Runs the blocks of a grid: which one next, how many in flight, what to do when all of them wait.
#include "core/executor.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <utility>

#include "core/builtin_variables.hpp"
#include "core/findings.hpp"
#include "core/memory.hpp"
#include "core/observers.hpp"
#include "core/tally.hpp"

namespace emu {

namespace {

__extension__ using Wide = unsigned __int128;  // ordinal * step can pass 2^64

void set_up_threads(Block& block, const dim3& dim) {
  const unsigned count = dim.x * dim.y * dim.z;
  block.thread_count = count;
  block.threads.resize(count);
  for (unsigned t = 0; t < count; ++t) {
    Thread& thread = block.threads[t];
    thread.linear = t;
    thread.index = {t % dim.x, t / dim.x % dim.y, t / (dim.x * dim.y)};
    thread.state = ThreadState::finished;
    thread.fiber = nullptr;
    thread.operation = nullptr;
  }
}

void set_order(Executor& executor, Block& block) {
  const unsigned count = block.thread_count;
  auto* order = block.order.data();
  std::iota(order, order + count, std::uint16_t{0});
  if (run_options().order == OrderOfThreads::reversed) std::reverse(order, order + count);
  if (run_options().order != OrderOfThreads::shuffled) return;
  for (unsigned t = count; t > 1; --t) {
    const auto other = static_cast<unsigned>((next_random(executor.random) >> 32) * t >> 32);
    std::swap(order[t - 1], order[other]);
  }
}

Block& free_slot(Executor& executor) {
  for (Block* block : executor.slots)
    if (std::find(executor.in_flight.begin(), executor.in_flight.end(), block) ==
        executor.in_flight.end())
      return *block;
  auto* block = new Block;
  block->slot = static_cast<unsigned>(executor.slots.size());
  block->shared = shared_slot(executor, block->slot);
  executor.slots.push_back(block);
  return *block;
}

std::uint64_t block_number(const Grid& grid, std::uint64_t ordinal) {
  if (!grid.chosen.empty()) return grid.chosen[ordinal];
  return static_cast<std::uint64_t>(
      (static_cast<Wide>(ordinal) * grid.order_step + grid.order_start) % grid.block_count);
}

constexpr std::uint64_t endless_accesses = ~std::uint64_t{0};

/// Takes the next block of the grid; null where all have started.
Block* start_block(Executor& executor) {
  Grid& grid = *executor.grid;
  std::uint64_t ordinal = __atomic_fetch_add(&grid.next_block, 1, __ATOMIC_RELAXED);
  // What blocks do that go on for long is seen by some of them; the last two are never left out.
  constexpr unsigned enough_left = 3;
  if (grid.left >= enough_left && ordinal + 2 < grid.block_count)
    grid.next_block = (ordinal = grid.block_count - 2) + 1;
  if (ordinal >= grid.block_count) return nullptr;
  const std::uint64_t number = block_number(grid, ordinal);
  const dim3& dim = grid.launch->grid;
  Block& block = free_slot(executor);
  block.index = {static_cast<unsigned>(number % dim.x),
                 static_cast<unsigned>(number / dim.x % dim.y),
                 static_cast<unsigned>(number / dim.x / dim.y)};
  if (block.threads.empty() || block.thread_count == 0) set_up_threads(block, grid.launch->block);
  set_order(executor, block);
  block.started = block.finished = block.returned_early = block.at_grid_barrier = 0;
  block.predicate_count = 0;
  block.looks = 0;
  block.barrier_lines_differ = false;
  for (unsigned warp = 0; warp < block.live.size(); ++warp) {
    const unsigned first = warp * card::warp_size;
    const unsigned lanes =
        block.thread_count > first ? std::min(block.thread_count - first, card::warp_size) : 0;
    block.live[warp] = lanes == 32 ? ~0u : (1u << lanes) - 1;
  }
  memory::fill_words(block.shared, memory::poison(), executor.layout.used);
  if (run_options().shape)  // one long loop shows what the others do as well
    current.accesses_left = grid.has_long_loops ? shape_accesses / 10 : shape_accesses;
  else if (executor.in_flight.empty())
    current.accesses_left = endless_accesses;
  executor.in_flight.push_back(&block);
  if (run_options().checked)
    for (Observer* o : observers.lifetime) o->block_begin(block);
  return &block;
}

void retire_if_done(Executor& executor, Block& block) {
  if (!block.done()) return;
  if (!run_options().shape) {
    tally_accesses(endless_accesses - current.accesses_left);
    current.accesses_left = endless_accesses;
  }
  if (run_options().checked)
    for (Observer* o : observers.lifetime) o->block_end(block);
  executor.in_flight.erase(std::find(executor.in_flight.begin(), executor.in_flight.end(), &block));
}

/// A block in flight for whose polls something may have changed: each in turn, as two that keep one
/// another busy must not starve a third.
Block* block_to_retry(Executor& executor) {
  const std::size_t count = executor.in_flight.size();
  for (std::size_t k = 0; k < count; ++k) {
    const std::size_t turn = executor.next_retry++ % count;
    Block* const block = executor.in_flight[executor.youngest_first ? count - 1 - turn : turn];
    if (block == executor.held) continue;
    if (!block->ready.empty() ||
        (!block->polling.empty() && block->progress_seen != current.progress))
      return block;
  }
  return nullptr;
}

/// In shuffled order the first block that stops half-way is held there until more blocks than a
/// warp has lanes have come to wait: a look-back by a whole warp has to go on to the blocks before
/// those that it sees first, as it has to on a GPU. Who goes on first afterwards is chosen as well.
void may_hold_one_block(Executor& executor) {
  executor.held = nullptr;
  executor.hold_ends = 0;
  executor.may_hold = run_options().order == OrderOfThreads::shuffled && !run_options().shape;
  executor.youngest_first = executor.may_hold && next_random(executor.random) % 2 == 0;
}

void hold_or_release(Executor& executor, const Block& stopped) {
  constexpr std::size_t enough_waiting = 2 * card::warp_size + 8;
  constexpr unsigned longest_hold = 1024;  // turns: those that wait may never come to rest
  if (executor.may_hold && !stopped.ready.empty()) {
    executor.held = &stopped;
    executor.may_hold = false;
    executor.hold_ends = longest_hold;
  } else if (executor.in_flight.size() > enough_waiting || executor.hold_ends-- == 0) {
    executor.held = nullptr;
  }
}

bool release_grid_barrier(Executor& executor) {
  if (!executor.grid->launch->cooperative || executor.in_flight.empty()) return false;
  if (executor.grid->next_block < executor.grid->block_count) return false;
  for (const Block* block : executor.in_flight)
    if (block->at_grid_barrier + block->finished != block->thread_count) return false;
  for (Block* block : executor.in_flight) {
    for (Thread& thread : block->threads)
      if (thread.state == ThreadState::at_grid_barrier) make_ready(*block, thread);
    block->at_grid_barrier = 0;
  }
  if (run_options().checked)
    for (Observer* o : observers.barrier) o->grid_barrier();
  ++current.progress;
  return true;
}

/// Forgets all threads that still wait; their fibers begin anew.
void abandon_blocks(Executor& executor) {
  for (Block* block : executor.in_flight) {
    for (Thread& thread : block->threads) {
      if (thread.fiber != nullptr && thread.state != ThreadState::finished) {
        executor.pool.abandon(*thread.fiber);
        executor.pool.give(*thread.fiber);
      }
      thread.fiber = nullptr;
      thread.operation = nullptr;
    }
    block->ready.clear();
    block->at_barrier.clear();
    block->polling.clear();
    block->converging.clear();
    block->operations.clear();
  }
  executor.in_flight.clear();
}

}  // namespace

Executor::Executor() : pool(fiber_main) {}

void run_blocks(Executor& executor) {
  Grid& grid = *executor.grid;
  const dim3 &grid_dim = grid.launch->grid, &block_dim = grid.launch->block;
  gridDim = {grid_dim.x, grid_dim.y, grid_dim.z};
  blockDim = {block_dim.x, block_dim.y, block_dim.z};
  executor.layout.reset(grid.launch->dynamic_shared_bytes);
  for (Block* block : executor.slots) block->thread_count = 0;  // other dimensions than before
  current.executor = &executor;
  current.in_kernel = true;
  current.observing = run_options().checked && !observers.access.empty();
  may_hold_one_block(executor);
  bool more = true;
  constexpr unsigned retries_before_start = 4, rounds_before_deadlock = 16384;
  constexpr std::size_t meeting_half_way = 8;  // blocks; more would cost time and show no more
  unsigned retries = 0, idle_rounds = 0;
  bool stopped_half_way = false;
  std::uint64_t idle_total = 0, real_progress = 0;
  while (!grid.stop) {
    const bool room = more && executor.in_flight.size() < executor.maximum_in_flight;
    const bool start = room && (retries >= retries_before_start || stopped_half_way);
    Block* block = start ? nullptr : block_to_retry(executor);
    retries = block != nullptr ? retries + 1 : 0;
    if (block == nullptr && room) {
      block = start_block(executor);
      more = block != nullptr;
    }
    if (block != nullptr) {
      continue_block(executor, *block);
      if (!grid.stop) retire_if_done(executor, *block);
      hold_or_release(executor, *block);
      stopped_half_way = !block->ready.empty() && executor.in_flight.size() < meeting_half_way;
      if (run_options().shape && !grid.stop && !block->done()) {
        ++grid.left;
        grid.has_long_loops |= current.accesses_left == 0;
        if (run_options().checked)
          for (Observer* o : observers.lifetime) o->block_left(*block, current.accesses_left > 0);
        abandon_blocks(executor);
      }
      continue;
    }
    if (executor.in_flight.empty()) break;
    if (std::exchange(executor.held, nullptr) != nullptr) continue;
    if (release_grid_barrier(executor)) continue;
    // All wait. A loop that looks many times and then goes on is no deadlock, and another OS thread
    // may write what is waited for: look again before saying so.
    if (current.progress - idle_total != real_progress) idle_rounds = 0;
    if (++idle_rounds > rounds_before_deadlock && grid.executor_count == 1)
      report_deadlock_and_leave(*executor.in_flight.front());
    ++current.progress;
    real_progress = current.progress - ++idle_total;
  }
  if (grid.stop) abandon_blocks(executor);
  current.in_kernel = false;
  current.observing = true;
}

void report_deadlock_and_leave(const Block& block) {
  for (Observer* o : observers.mismatch) o->deadlock(block);
  leave(worker::Departure::deadlock);
}

}  // namespace emu
