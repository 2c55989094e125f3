// Launches: one grid at a time, on one or several OS threads.
#include <pthread.h>
#include <time.h>

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <numeric>
#include <thread>

#include "core/executor.hpp"
#include "core/findings.hpp"
#include "core/memory.hpp"
#include "core/observers.hpp"

namespace emu {

Observers observers;

namespace {

RunOptions options;
std::uint64_t kernel_count = 0;

/// OS threads that stay: a fiber must never continue on another OS thread than it began on.
class Helpers {
 public:
  void run(Grid& grid, unsigned count) {
    std::unique_lock lock(mutex_);
    while (threads_ < count) {
      std::thread(&Helpers::serve, this, ++threads_).detach();
    }
    grid_ = &grid;
    wanted_ = count;
    working_ = count;
    ++generation_;
    begin_.notify_all();
  }
  void wait() {
    std::unique_lock lock(mutex_);
    end_.wait(lock, [this] { return working_ == 0; });
  }

 private:
  void serve(unsigned number) {
    install_signal_handlers();
    Executor& mine = executor(number);
    std::uint64_t seen = 0;
    for (;;) {
      Grid* grid = nullptr;
      {
        std::unique_lock lock(mutex_);
        begin_.wait(lock, [&] { return generation_ != seen; });
        seen = generation_;
        if (number > wanted_) continue;
        grid = grid_;
      }
      mine.grid = grid;
      run_blocks(mine);
      const std::lock_guard lock(mutex_);
      if (--working_ == 0) end_.notify_all();
    }
  }

  std::mutex mutex_;
  std::condition_variable begin_, end_;
  Grid* grid_ = nullptr;
  unsigned threads_ = 0, wanted_ = 0, working_ = 0;
  std::uint64_t generation_ = 0;
};

Helpers& helpers() {
  static Helpers* const the_helpers = new Helpers;  // detached threads outlive static objects
  return *the_helpers;
}

void choose_block_order(Grid& grid) {
  if (options.blocks_in_order) return;
  if (options.order == OrderOfThreads::reversed) {
    grid.order_start = grid.block_count - 1;
    grid.order_step = grid.block_count - 1;
  }
  if (options.order != OrderOfThreads::shuffled || grid.block_count < 3) return;
  std::uint64_t random = options.seed ^ kernel_count;
  grid.order_start = next_random(random) % grid.block_count;
  do {
    grid.order_step = next_random(random) % grid.block_count;
  } while (std::gcd(grid.order_step, grid.block_count) != 1);
}

}  // namespace

Executor& executor(unsigned k) {
  static std::mutex mutex;
  static std::vector<Executor*> all;
  const std::lock_guard lock(mutex);
  while (all.size() <= k) all.push_back(new Executor);
  return *all[k];
}

namespace {
/// Of the host thread that launches: its fibers, too, stay on the OS thread they began on.
Executor& launching_executor() {
  static thread_local Executor* const mine = new Executor;
  return *mine;
}
}  // namespace

void run_on_executors(Grid& grid, unsigned count) {
  const KernelLaunch& launch = *grid.launch;
  const unsigned threads = launch.block.x * launch.block.y * launch.block.z;
  const std::size_t shared = launch.dynamic_shared_bytes + launch.kernel->static_shared_bytes;
  const unsigned resident = std::max(1u, card::resident_blocks(threads, shared));
  Executor& mine = launching_executor();
  for (unsigned k = 0; k < count; ++k) {
    Executor& e = k == 0 ? mine : executor(k);
    e.maximum_in_flight = options.shape ? 1 : std::max(1u, resident / count);
    e.random = options.seed * 0x9E3779B97F4A7C15u + kernel_count * 1024 + k;
  }
  grid.executor_count = count;
  if (count > 1) helpers().run(grid, count - 1);
  mine.grid = &grid;
  run_blocks(mine);
  if (count > 1) helpers().wait();
}

namespace {
/// The first, the last and some blocks in between, rising.
std::vector<std::uint64_t> blocks_of_shape_run(std::uint64_t count) {
  constexpr std::uint64_t at_each_end = 2, in_between = 40;
  std::vector<std::uint64_t> chosen;
  std::uint64_t random = options.seed ^ kernel_count;
  for (std::uint64_t k = 0; k < std::min(at_each_end, count); ++k) {
    chosen.push_back(k);
    chosen.push_back(count - 1 - k);
  }
  for (std::uint64_t k = 0; k < in_between; ++k) chosen.push_back(next_random(random) % count);
  std::sort(chosen.begin(), chosen.end());
  chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
  return chosen;
}
}  // namespace

int run_kernel(const KernelLaunch& launch) {
  memory::initialize();
  Grid grid;
  grid.launch = &launch;
  grid.block_count = static_cast<std::uint64_t>(launch.grid.x) * launch.grid.y * launch.grid.z;
  choose_block_order(grid);
  if (options.shape) {
    if (launch.cooperative) grid.block_count = 0;  // its blocks all wait for one another
    if (grid.block_count > 0) grid.chosen = blocks_of_shape_run(grid.block_count);
    grid.block_count = grid.chosen.size();
  }
  ++kernel_count;
  if (options.checked)
    for (Observer* o : observers.lifetime) o->kernel_begin(launch);
  constexpr std::uint64_t worth_a_thread = 32;  // blocks; fewer are not worth waking anybody
  const bool alone = options.checked || launch.cooperative || grid.block_count < worth_a_thread;
  run_on_executors(grid, alone ? 1 : std::max(1u, options.os_threads));
  if (options.checked)
    for (Observer* o : observers.lifetime) o->kernel_end(launch);
  return grid.fault;
}

void fault_kernel(int cuda_error) {
  Executor& executor = *current.executor;
  Grid& grid = *executor.grid;
  int none = 0;
  grid.fault.compare_exchange_strong(none, cuda_error);
  grid.stop = true;
  emu_switch_stack(&current.thread->stack_pointer, executor.own);
  __builtin_unreachable();
}

void leave_block() {
  Executor& executor = *current.executor;
  emu_switch_stack(&current.thread->stack_pointer, executor.own);
  __builtin_unreachable();
}

void set_run_options(const RunOptions& wanted) {
  options = wanted;
  current.observing = true;
}
const RunOptions& run_options() { return options; }
std::uint64_t kernels_run() { return kernel_count; }
bool in_kernel() { return current.in_kernel; }

void set_observers(std::initializer_list<Observer*> wanted) {
  observers = {};
  for (Observer* const observer : wanted) {
    const unsigned events = observer->events();
    if (events & on_access) observers.access.push_back(observer);
    if (events & on_barrier) observers.barrier.push_back(observer);
    if (events & on_lifetime) observers.lifetime.push_back(observer);
    if (events & on_mismatch) observers.mismatch.push_back(observer);
  }
}

bool is_cooperative() { return current.executor->grid->launch->cooperative; }
unsigned lane_id() { return current.thread->lane(); }
unsigned warp_id() { return current.thread->warp(); }
unsigned linear_thread_id() { return current.thread->linear; }
unsigned sm_id() { return current.block->slot % card::multiprocessors; }

std::uint64_t clock_now() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1000000000u +
         static_cast<std::uint64_t>(now.tv_nsec);
}

}  // namespace emu
