// Which system calls a submission's process may make.
#pragma once

#include <sys/types.h>

namespace sandbox {

/// Installs a seccomp filter in this process, for good and for all programs that it becomes.
/// @param self           this process: the only one that it may send signals to
/// @param restrict_calls no signals to others, no limits of others, no tracing, no namespaces, no
///                       sockets that leave the machine; false: nothing is restricted
/// @param no_processes   threads only: a fork fails
/// Returns false, with errno, where the kernel takes no filter although one was asked for.
bool restrict_system_calls(pid_t self, bool restrict_calls, bool no_processes);

}  // namespace sandbox
