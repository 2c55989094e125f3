// Threads of one block: starting, waiting, barriers.
#include <algorithm>

#include "core/builtin_variables.hpp"
#include "core/executor.hpp"
#include "core/observers.hpp"
#include "core/state.hpp"

namespace emu {

__thread Current current;

std::uint64_t next_random(std::uint64_t& state) {  // splitmix64
  std::uint64_t z = (state += 0x9E3779B97F4A7C15u);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

namespace {

[[gnu::always_inline]] inline void enter(Thread& thread) {
  thread.state = ThreadState::running;
  current.thread = &thread;
  current.stack_low = thread.stack_low;
  threadIdx = {thread.index.x, thread.index.y, thread.index.z};
}

/// Puts those at the barrier into the ready list, in an order that follows the run's options: the
/// list is taken from the back.
void release_in_order(Executor& executor, Block& block) {
  ThreadList& list = block.at_barrier;
  if (run_options().order == OrderOfThreads::shuffled) {
    const std::uint64_t r = next_random(executor.random);
    std::rotate(list.begin(), list.begin() + static_cast<long>((r >> 1) % list.size()), list.end());
    if (r & 1) std::reverse(list.begin(), list.end());
  } else {
    std::reverse(list.begin(), list.end());
  }
  block.ready.take_all(list);
}

void release_block_barrier(Executor& executor, Block& block) {
  if (block.barrier_lines_differ || block.finished > 0)
    for (Observer* o : observers.mismatch) o->uneven_barrier(block);
  block.barrier_lines_differ = false;
  block.predicate_result = block.predicate_count;
  block.predicate_count = 0;
  tell_block_barrier(block);
  ++current.progress;
  release_in_order(executor, block);
}

void release_converging(Block& block) {
  for (const std::uint16_t t : block.converging) {
    Thread& thread = block.threads[t];
    thread.converged = 0;
    for (const std::uint16_t u : block.converging) {
      const Thread& other = block.threads[u];
      if (other.warp() == thread.warp() && other.line == thread.line)
        thread.converged |= 1u << other.lane();
    }
  }
  block.ready.take_all(block.converging);
}

/// In shuffled order a block now and then stops behind a barrier, or between two loads, and lets
/// others go on, so that blocks meet one another half-way, as they do where they really run at the
/// same time.
bool lets_others_run(Executor& executor) {
  constexpr std::uint64_t one_in = 16;
  return run_options().order == OrderOfThreads::shuffled && !run_options().shape &&
         next_random(executor.random) % one_in == 0;
}

/// Nobody of the block can run: finds out who may go on. False where the block has to wait for
/// other blocks, or is done.
bool resolve(Executor& executor, Block& block) {
  if (!block.converging.empty()) {
    release_converging(block);
    return true;
  }
  if (block.done()) return false;
  if (!block.at_barrier.empty() && block.at_barrier.size() + block.finished == block.thread_count) {
    release_block_barrier(executor, block);
    return !lets_others_run(executor);
  }
  if (!block.polling.empty()) {
    // Lanes that vote between their polls make progress for ever: other blocks have to get a turn
    // (in a shape run there are none, and what is not there after many looks never will be).
    constexpr unsigned enough_looks = 256;
    if (block.progress_seen == current.progress || !run_options().shape ||
        ++block.looks > enough_looks)
      return false;
    block.progress_seen = current.progress;
    block.ready.take_all(block.polling);
    return true;
  }
  if (release_incomplete_operations(block)) return true;
  if (block.at_grid_barrier + block.finished == block.thread_count) return false;
  if (run_options().shape) return false;  // what it waits for may be a block that is left out
  report_deadlock_and_leave(block);
}

[[gnu::always_inline]] inline char* take_ready(Block& block) {
  Thread& thread = block.threads[block.ready.last()];
  block.ready.remove_last();
  enter(thread);
  return thread.stack_pointer;
}

/// The stack that runs next in this block, with `current` set for its thread; the OS thread's own
/// where the block cannot go on. Null where it is the running thread's.
[[gnu::noinline]] char* choose_next(Executor& executor, Block& block) {
  for (;;) {
    if (executor.grid->stop) break;
    if (block.started < block.thread_count) {
      executor.taken = &executor.pool.take();
      return executor.taken->stack_pointer;
    }
    if (!block.ready.empty()) return take_ready(block);
    if (!resolve(executor, block)) break;
  }
  return executor.own;
}

/// As wait_in_block(). Where it is the last thing that a function does, the function leaves nothing
/// on the waiting thread's stack: how many lines of the caches all threads of a block take is most
/// of what a barrier costs.
[[gnu::always_inline]] inline void wait_here(Block& block, Thread& thread) {
  thread.stack_pointer = nullptr;
  Executor& executor = *current.executor;
  const bool all_started = block.started == block.thread_count;
  if (all_started && !block.ready.empty() && !executor.grid->stop) {
    char* const next = take_ready(block);
    if (next != nullptr) emu_switch_stack(&thread.stack_pointer, next);
  } else {
    char* const next = choose_next(executor, block);
    if (next != nullptr) emu_jump_to_stack(&thread.stack_pointer, next);
  }
}

void run_thread(const Executor& executor, Fiber& fiber, Block& block, Thread& thread) {
  thread.came_to_end = false;
  thread.polls = 0;
  if (thread.has_polled) {
    thread.polled_values = {};
    thread.new_value_at = nullptr;
  }
  thread.has_polled = false;
  thread.fiber = &fiber;
  thread.stack_low = fiber.stack_low;
  enter(thread);
  executor.grid->launch->thread(executor.grid->launch->arguments);
  thread.state = ThreadState::finished;
  thread.fiber = nullptr;
  ++block.finished;
  ++current.progress;
  if (!thread.came_to_end) ++block.returned_early;
  forget_lane(block, thread);
}

}  // namespace

void fiber_main() {
  Executor& executor = *current.executor;
  Fiber& fiber = *executor.taken;
  for (;;) {
    Block& block = *current.block;
    while (block.started < block.thread_count && !executor.grid->stop)
      run_thread(executor, fiber, block, block.threads[block.order[block.started++]]);
    char* const next = choose_next(executor, block);
    executor.pool.give(fiber);
    emu_jump_to_stack(&fiber.stack_pointer, next);
  }
}

void continue_block(Executor& executor, Block& block) {
  current.block = &block;
  current.shared_low = block.shared;
  blockIdx = {block.index.x, block.index.y, block.index.z};
  if (block.ready.empty() && !block.polling.empty()) {
    block.progress_seen = current.progress;
    block.ready.take_all(block.polling);
  }
  executor.own = nullptr;
  char* const next = choose_next(executor, block);
  if (next != nullptr) emu_jump_to_stack(&executor.own, next);
  current.thread = nullptr;
  current.block = nullptr;
  current.stack_low = nullptr;
}

void wait_in_block() { wait_here(*current.block, *current.thread); }

void make_ready(Block& block, Thread& thread) { block.ready.add(thread.linear); }

namespace {
[[gnu::always_inline]] inline void arrive(Block& block, Thread& thread, int line) {
  if (block.at_barrier.empty()) {
    block.barrier_line = line;
    block.barrier_thread = thread.linear;
  } else if (line != block.barrier_line && !block.barrier_lines_differ) {
    block.barrier_lines_differ = true;
    block.other_barrier_line = line;
    block.other_barrier_thread = thread.linear;
  }
  thread.state = ThreadState::at_block_barrier;
  thread.line = line;
  block.at_barrier.add(thread.linear);
}
}  // namespace

void block_barrier(int line) {
  Block& block = *current.block;
  Thread& thread = *current.thread;
  arrive(block, thread, line);
  wait_here(block, thread);
}

unsigned block_barrier_count(int line, int predicate) {
  Block& block = *current.block;
  block.predicate_count += predicate != 0;
  arrive(block, *current.thread, line);
  wait_in_block();
  return block.predicate_result;
}

std::uint32_t converged_lanes(int line) {
  Block& block = *current.block;
  Thread& thread = *current.thread;
  thread.state = ThreadState::converging;
  thread.line = line;
  block.converging.add(thread.linear);
  wait_in_block();
  return thread.converged;
}

void grid_barrier(int line) {
  if (!current.executor->grid->launch->cooperative) {
    for (Observer* o : observers.mismatch) o->grid_barrier_unavailable(line);
    fault_kernel(719);
  }
  Thread& thread = *current.thread;
  thread.state = ThreadState::at_grid_barrier;
  thread.line = line;
  ++current.block->at_grid_barrier;
  ++current.progress;
  wait_in_block();
}

void end_of_kernel() { current.thread->came_to_end = true; }

void maybe_give_way() {
  if (!current.in_kernel || run_options().order != OrderOfThreads::shuffled) return;
  constexpr std::uint64_t one_in = 16;
  if (next_random(current.executor->random) % one_in != 0) return;
  Block& block = *current.block;
  if (block.started == block.thread_count && block.ready.empty()) return;
  block.ready.add_as_first(current.thread->linear);
  wait_in_block();
}

void maybe_stop_between_loads(const void* address) {
  if (!current.in_kernel) return;
  Thread& thread = *current.thread;
  if (thread.new_value_at == nullptr || thread.new_value_at == address) return;
  thread.new_value_at = nullptr;
  if (!lets_others_run(*current.executor)) return;
  current.block->ready.add_as_first(thread.linear);
  emu_jump_to_stack(&thread.stack_pointer, current.executor->own);
}

// Waiting by polling
// --------------------------------------------------------------------------------

namespace {
constexpr unsigned polls_before_yield = 16;
constexpr unsigned polls_between_yields = 4;  // of one that waits: hundreds may, in a chain
}  // namespace

void wait_if_polling() {
  Thread& thread = *current.thread;
  if (thread.polls < polls_before_yield) return;
  thread.state = ThreadState::polling;
  current.block->polling.add(thread.linear);
  wait_in_block();
  thread.polls = polls_before_yield - polls_between_yields;
}

void polled() {
  if (!current.in_kernel) return;
  current.thread->polled_at = current.last_pc;
  ++current.thread->polls;
  wait_if_polling();
}

void made_progress() {
  ++current.progress;
  if (current.in_kernel) current.thread->polls = 0;
}

void note_value_to_be_loaded(const void* address, unsigned long long value) {
  Thread& thread = *current.thread;
  for (Thread::Polled& known : thread.polled_values) {
    if (known.address != address) continue;
    if (known.value == value) {
      thread.polled_at = current.last_pc;
      ++thread.polls;
      return;
    }
    known.value = value;
    thread.polls = 0;
    thread.new_value_at = address;
    return;
  }
  thread.polled_values[thread.next_polled++ % thread.polled_values.size()] = {address, value};
  thread.has_polled = true;
  thread.new_value_at = address;
}

void note_polled_value(const void* address, unsigned long long value) {
  if (!current.in_kernel) return;
  note_value_to_be_loaded(address, value);
  wait_if_polling();
}

}  // namespace emu
