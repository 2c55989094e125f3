#include "toolchain/running_children.hpp"

#include <array>
#include <atomic>
#include <csignal>

#include "toolchain/process.hpp"

namespace toolchain {
namespace {

// More children than this at once run as well; kill_children() then does not know of them.
std::array<std::atomic<pid_t>, 256> groups;
static_assert(std::atomic<pid_t>::is_always_lock_free, "kill_children runs in signal handlers");

}  // namespace

RunningChild::RunningChild(pid_t group) noexcept {
  if (group <= 0) return;
  for (std::size_t k = 0; k < groups.size(); ++k) {
    pid_t free_slot = 0;
    if (groups[k].compare_exchange_strong(free_slot, group)) {
      slot_ = static_cast<int>(k);
      return;
    }
  }
}

void RunningChild::leave() noexcept {
  if (slot_ >= 0) groups[static_cast<std::size_t>(slot_)] = 0;
  slot_ = -1;
}

namespace {
void signal_children(int number) noexcept {
  for (const std::atomic<pid_t>& group : groups) {
    if (const pid_t id = group; id > 0) kill(-id, number);
  }
}
}  // namespace

void kill_children() noexcept { signal_children(SIGKILL); }
void end_children() noexcept { signal_children(SIGTERM); }

}  // namespace toolchain
