#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

#include "pipeline/grading.hpp"
#include "pipeline/interrupt.hpp"
#include "toolchain/process.hpp"

namespace pipeline {

void run_several(std::size_t count, unsigned jobs, const std::function<void(std::size_t)>& work,
                 const std::function<void()>& tick) {
  std::atomic<std::size_t> next{0};
  std::mutex lock;
  std::condition_variable ended;
  std::exception_ptr failure;
  std::size_t running = std::min<std::size_t>(std::max(jobs, 1u), count);

  const auto loop = [&] {
    for (std::size_t k = next++; k < count && !interrupted(); k = next++) {
      try {
        work(k);
      } catch (...) {
        const std::lock_guard hold(lock);
        if (!failure) failure = std::current_exception();
        next = count;
      }
    }
    const std::lock_guard hold(lock);
    --running;
    ended.notify_all();
  };
  std::vector<std::thread> threads;
  for (std::size_t k = 0, begin = running; k < begin; ++k) threads.emplace_back(loop);
  {
    constexpr int ticks_to_end_by_itself = 25;  // 5 s
    int ticks_since_interrupt = 0;
    std::unique_lock hold(lock);
    while (!ended.wait_for(hold, std::chrono::milliseconds(200), [&] { return running == 0; })) {
      // A child that was just being started when the signal came is caught here.
      if (interrupted())
        ++ticks_since_interrupt > ticks_to_end_by_itself ? toolchain::kill_children()
                                                         : toolchain::end_children();
      hold.unlock();
      tick();
      hold.lock();
    }
  }
  for (std::thread& thread : threads) thread.join();
  if (interrupted()) throw Interrupted{};
  if (failure) std::rethrow_exception(failure);
}

}  // namespace pipeline
