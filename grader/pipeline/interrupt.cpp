#include "pipeline/interrupt.hpp"

#include <atomic>
#include <cerrno>

#include "toolchain/process.hpp"

namespace pipeline {
namespace {

constexpr int watched[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE};
std::atomic<bool> flag{false};
std::atomic<pid_t> attached{0};

void on_signal(int number, siginfo_t* info, void*) {
  if (number == SIGPIPE) return;
  const int saved = errno;
  flag = true;
  toolchain::end_children();
  // The terminal has sent its own Ctrl-C to the attached program already.
  if (const pid_t pid = attached; pid > 0 && info->si_code <= 0) kill(pid, number);
  errno = saved;
}

}  // namespace

InterruptGuard::InterruptGuard() {
  flag = false;
  struct sigaction action {};
  action.sa_sigaction = on_signal;
  action.sa_flags = SA_SIGINFO;
  sigemptyset(&action.sa_mask);
  for (std::size_t k = 0; k < std::size(watched); ++k) sigaction(watched[k], &action, &before_[k]);
}

InterruptGuard::~InterruptGuard() {
  for (std::size_t k = 0; k < std::size(watched); ++k) sigaction(watched[k], &before_[k], nullptr);
}

bool interrupted() noexcept { return flag; }
void set_attached(pid_t pid) noexcept { attached = pid; }

}  // namespace pipeline
