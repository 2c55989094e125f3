#include "pipeline/interrupt.hpp"

#include <atomic>
#include <cerrno>

#include "toolchain/process.hpp"

namespace pipeline {
namespace {

constexpr int watched[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE};
std::atomic<bool> flag{false};
std::atomic<pid_t> attached{0};

void on_signal(int number) {
  if (number == SIGPIPE) return;
  const int saved = errno;
  flag = true;
  toolchain::kill_children();
  if (const pid_t pid = attached; pid > 0) kill(pid, number);
  errno = saved;
}

}  // namespace

InterruptGuard::InterruptGuard() {
  flag = false;
  struct sigaction action {};
  action.sa_handler = on_signal;
  sigemptyset(&action.sa_mask);
  for (std::size_t k = 0; k < std::size(watched); ++k) sigaction(watched[k], &action, &before_[k]);
}

InterruptGuard::~InterruptGuard() {
  for (std::size_t k = 0; k < std::size(watched); ++k) sigaction(watched[k], &before_[k], nullptr);
}

bool interrupted() noexcept { return flag; }
void set_attached(pid_t pid) noexcept { attached = pid; }

}  // namespace pipeline
