#include "harness/orphans.hpp"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "harness/interrupt.hpp"

namespace harness {
namespace {

// The children of all threads of this process, but for the workers that live.
std::vector<pid_t> orphans() {
  std::vector<pid_t> found;
  std::error_code error;
  for (const auto& task : std::filesystem::directory_iterator("/proc/self/task", error)) {
    std::ifstream list(task.path() / "children");
    for (pid_t child = 0; list >> child;)
      if (!interrupt::is_watched(child)) found.push_back(child);
  }
  return found;
}

}  // namespace

void end_orphans(pid_t group) {
  using namespace std::chrono_literals;
  const auto deadline = std::chrono::steady_clock::now() + 2s;
  for (;;) {
    const bool group_is_gone = kill(-group, SIGKILL) != 0 && errno == ESRCH;
    const std::vector<pid_t> left = orphans();
    if (left.empty() && group_is_gone) return;
    for (const pid_t orphan : left) {
      kill(orphan, SIGKILL);
      waitpid(orphan, nullptr, WNOHANG);
    }
    if (std::chrono::steady_clock::now() > deadline) return;
    std::this_thread::sleep_for(1ms);
  }
}

}  // namespace harness
