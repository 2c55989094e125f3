// The process groups that run() has started and not yet reaped, kept where a signal handler can
// read them.
#pragma once

#include <sys/types.h>

namespace toolchain {

/// Enters a process group (0: none); the entry goes when the object dies.
class RunningChild {
 public:
  explicit RunningChild(pid_t group) noexcept;
  ~RunningChild() { leave(); }
  RunningChild(const RunningChild&) = delete;
  RunningChild& operator=(const RunningChild&) = delete;
  /// To be called before the group's leader is reaped: its number may be given out again then.
  void leave() noexcept;

 private:
  int slot_ = -1;
};

}  // namespace toolchain
