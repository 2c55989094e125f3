#include "harness/interrupt.hpp"

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <iterator>

#include "result/verdict.hpp"
#include "toolchain/process.hpp"

namespace harness::interrupt {
namespace {

std::atomic<int> signals_seen{0};
std::atomic<pid_t> watched[16];  // 0: free
static_assert(std::atomic<pid_t>::is_always_lock_free);

void on_signal(int) {
  for (const std::atomic<pid_t>& slot : watched)
    if (const pid_t group = slot.load(); group > 0) kill(-group, SIGKILL);
  toolchain::kill_children();
  if (signals_seen.fetch_add(1) > 0) _exit(static_cast<int>(result::ExitCode::interrupted));
}

}  // namespace

void install() {
  struct sigaction action = {};
  action.sa_handler = on_signal;
  sigemptyset(&action.sa_mask);
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction before = {};
    sigaction(number, nullptr, &before);
    if (before.sa_handler != SIG_IGN) sigaction(number, &action, nullptr);  // nohup stays nohup
  }
}

bool requested() { return signals_seen.load() > 0; }

void watch_group(pid_t group) {
  for (std::atomic<pid_t>& slot : watched) {
    pid_t none = 0;
    if (slot.compare_exchange_strong(none, group)) return;
  }
}

void forget_group(pid_t group) {
  for (std::atomic<pid_t>& slot : watched) {
    pid_t expected = group;
    slot.compare_exchange_strong(expected, 0);
  }
}

bool is_watched(pid_t group) {
  return std::any_of(std::begin(watched), std::end(watched),
                     [group](const auto& slot) { return slot.load() == group; });
}

}  // namespace harness::interrupt
