// Runs other programs: compilers, addr2line, graders.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sandbox/sandbox.hpp"

namespace toolchain {

struct ProcessOptions {
  std::filesystem::path working_directory;  ///< Empty: this process's.
  std::string standard_input;
  std::chrono::milliseconds limit{0};  ///< 0: none. When it passes, the process group is killed.
  std::size_t memory_limit = 0;  ///< Bytes of address space for each process of the group; 0: none.
  std::size_t output_limit = 1 << 20;  ///< Bytes kept of each stream; the rest is read and dropped.
  std::vector<std::string> environment;                 ///< "NAME=value", added to this process's.
  std::function<void(std::string_view)> on_error_line;  ///< Each line of stderr as it comes.
  /// Where the program runs, or nothing: as this process does. Its folder is `working_directory`;
  /// its environment is the room's with `environment` added, and nothing of this process's.
  std::optional<sandbox::Room> room;
};

struct ProcessResult {
  int exit_code = -1;  ///< Of the program; -1 where it was killed by a signal or never started.
  int signal = 0;      ///< That killed it; 0 where none did.
  bool timed_out = false;
  std::string start_error;  ///< Why it could not be started; else empty.
  std::string output, error;
  bool ok() const { return exit_code == 0; }
};

/// Runs `command` (no shell; command[0] is looked up in PATH) in a process group of its own, which
/// is gone when this returns, however it returns; a Ctrl-C handler can call kill_children(). Its
/// other descriptors are closed, its signals are as in a fresh shell. Throws std::system_error only
/// where this process can make no pipe, and std::runtime_error where sandbox::choice() does.
ProcessResult run(const std::vector<std::string>& command, const ProcessOptions& options = {});

/// Async-signal-safe: kills the process groups of all running children.
void kill_children() noexcept;

/// Async-signal-safe: asks the groups of all running children to end (SIGTERM). A grader then ends
/// its own compilers and workers, which are in groups that kill_children() does not know.
void end_children() noexcept;

/// The full path of a program in PATH, or empty.
std::filesystem::path find_program(const std::string& name);

}  // namespace toolchain
