// Ctrl-C and its relatives: whatever ends `lab` ends what it started as well.
#pragma once

#include <sys/types.h>
#include <csignal>

namespace pipeline {

/// While it lives, SIGINT, SIGTERM and SIGHUP kill all children of the toolchain, are passed on to
/// the attached program, and make interrupted() true; a reader that closes our pipe (SIGPIPE) is
/// seen as a failed write. One at a time.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

 private:
  struct sigaction before_[4];
};

bool interrupted() noexcept;

/// The program that shares our terminal (see attached.hpp), 0 for none.
void set_attached(pid_t pid) noexcept;

/// Thrown by stages that were cut short; `lab` then leaves with ExitCode::interrupted.
struct Interrupted {};

}  // namespace pipeline
