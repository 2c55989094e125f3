// Runs a program that takes over our standard streams, and waits for it.
#pragma once

#include <string>
#include <vector>

namespace pipeline {

/// Runs command[0] (a path, or a name in PATH) with stdin, stdout and stderr of this process, in
/// `directory`, with "NAME=value" entries added to the environment. Signals that reach us reach it
/// (InterruptGuard). Returns its exit code, or 128 + the signal that ended it, which then is in
/// `signal` (0 where none did). Throws a grader Failure where it cannot be started, Interrupted
/// after Ctrl-C.
int run_attached(const std::vector<std::string>& command, const std::string& directory,
                 const std::vector<std::string>& environment = {}, int* signal = nullptr);

}  // namespace pipeline
