#include "toolchain/process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <system_error>

#include "toolchain/descriptor.hpp"
#include "toolchain/running_children.hpp"

namespace toolchain {
namespace {

using Clock = std::chrono::steady_clock;

/// A system call that this file cannot do without has failed.
[[noreturn]] void fail(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

/// One of the child's output streams, read as it comes.
class Stream {
 public:
  Stream(std::string& kept, std::size_t limit, const std::function<void(std::string_view)>* on_line)
      : kept_(kept), limit_(limit), on_line_(on_line && *on_line ? on_line : nullptr) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) fail("pipe");
    reader_ = Descriptor(ends[0]);
    writer_ = Descriptor(ends[1]);
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
  }
  int child_end() const { return writer_.get(); }
  void close_child_end() { writer_.reset(); }
  int descriptor() const { return reader_.get(); }

  /// Reads what is there now, without waiting.
  void read_available() {
    std::array<char, 65536> buffer;
    while (reader_) {
      const ssize_t count = read(reader_.get(), buffer.data(), buffer.size());
      if (count < 0 && errno == EINTR) continue;
      if (count < 0 && errno == EAGAIN) return;
      if (count <= 0) return reader_.reset();
      take({buffer.data(), static_cast<std::size_t>(count)});
    }
  }
  void finish() {
    reader_.reset();
    if (on_line_ && !line_.empty()) (*on_line_)(line_);
  }

 private:
  void take(std::string_view text) {
    kept_ += text.substr(0, limit_ - std::min(limit_, kept_.size()));
    if (!on_line_) return;
    for (const char c : text) {
      if (c == '\n') {
        (*on_line_)(line_);
        line_.clear();
      } else if (line_.size() < limit_) {
        line_ += c;
      }
    }
  }

  std::string& kept_;
  std::size_t limit_;
  const std::function<void(std::string_view)>* on_line_;
  std::string line_;
  Descriptor reader_, writer_;
};

/// The child's standard input as a file in memory: nobody has to write while the child reads.
Descriptor make_input(const std::string& text) {
  if (text.empty()) return Descriptor(open("/dev/null", O_RDONLY | O_CLOEXEC));
  Descriptor file(memfd_create("standard_input", MFD_CLOEXEC));
  if (!file) fail("memfd_create");
  for (std::string_view rest = text; !rest.empty();) {
    const ssize_t count = write(file.get(), rest.data(), rest.size());
    if (count < 0) fail("write");
    rest.remove_prefix(static_cast<std::size_t>(count));
  }
  lseek(file.get(), 0, SEEK_SET);
  return file;
}

/// This process's environment, or that of the program's room, with `environment` in it.
std::vector<std::string> environment_of(const ProcessOptions& options) {
  const auto name_of = [](std::string_view entry) { return entry.substr(0, entry.find('=')); };
  std::vector<std::string> merged = options.environment;
  const auto merge = [&](const char* entry) {
    bool replaced = false;
    for (const std::string& other : options.environment)
      replaced |= name_of(other) == name_of(entry);
    if (!replaced) merged.emplace_back(entry);
  };
  if (options.room) {
    for (const std::string& entry : options.room->environment) merge(entry.c_str());
  } else {
    for (char** entry = environ; *entry; ++entry) merge(*entry);
  }
  return merged;
}

/// The command with what keeps it in its room, or within its memory.
std::vector<std::string> confined(const std::vector<std::string>& command,
                                  const ProcessOptions& options) {
  if (!options.room && options.memory_limit == 0) return command;
  sandbox::Room room = options.room.value_or(sandbox::Room());
  room.limits.address_space = options.memory_limit;
  room.folder = options.working_directory;
  return options.room ? sandbox::confined(command, room)
                      : sandbox::confined(command, room, sandbox::Walls::plain);
}

/// What the launcher's exit codes and words mean (sandbox/launcher.cpp).
void read_launcher(const ProcessOptions& options, ProcessResult& result) {
  constexpr std::string_view words = "launcher: ";
  constexpr int not_started = 127, first_signal = 128;
  if (result.exit_code == not_started && result.error.starts_with(words)) {
    const std::size_t reason = result.error.find_last_of(':') + 2;
    const std::size_t end = result.error.find('\n', reason);
    result.start_error = result.error.substr(std::min(reason, result.error.size()), end - reason);
    result.exit_code = -1;
  }
  if (options.room && sandbox::choice().walls == sandbox::Walls::bubblewrap &&
      result.exit_code > first_signal) {
    result.signal = result.exit_code - first_signal;
    result.exit_code = -1;
  }
}

std::vector<char*> pointers(const std::vector<std::string>& texts) {
  std::vector<char*> result;
  for (const std::string& text : texts) result.push_back(const_cast<char*>(text.c_str()));
  result.push_back(nullptr);
  return result;
}

/// Starts the program; returns its process number, or 0 and errno's value in `error`.
pid_t start(const std::vector<std::string>& command, const ProcessOptions& options, int input,
            int output, int error_output, int& error) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  if (!options.working_directory.empty()) {
    posix_spawn_file_actions_addchdir_np(&actions, options.working_directory.c_str());
  }
  posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, error_output, STDERR_FILENO);
  posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);

  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  // A session of its own is a group of its own as well, and has no terminal.
  const short group = options.room ? POSIX_SPAWN_SETSID : POSIX_SPAWN_SETPGROUP;
  posix_spawnattr_setflags(
      &attributes, static_cast<short>(group | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK));
  posix_spawnattr_setpgroup(&attributes, 0);
  sigset_t signals;
  sigfillset(&signals);
  posix_spawnattr_setsigdefault(&attributes, &signals);
  sigemptyset(&signals);
  posix_spawnattr_setsigmask(&attributes, &signals);

  const std::vector<std::string> environment = environment_of(options);
  pid_t child = 0;
  error = posix_spawnp(&child, command.front().c_str(), &actions, &attributes,
                       pointers(command).data(), pointers(environment).data());
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error == 0 ? child : 0;
}

/// Becomes readable when the child has ended; empty on kernels without pidfd_open.
Descriptor open_pidfd(pid_t child) {
  return Descriptor(static_cast<int>(syscall(SYS_pidfd_open, child, 0)));  // close-on-exec always
}

bool has_ended(pid_t child) {
  siginfo_t info{};
  return waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
         info.si_pid == child;
}

/// Reads both streams until the child ends (true) or the limit passes (false).
bool follow(pid_t child, Stream& output, Stream& error, Clock::time_point deadline) {
  const Descriptor ended = open_pidfd(child);
  while (true) {
    const bool over = has_ended(child);  // asked before reading, so that nothing is missed
    output.read_available();
    error.read_available();
    if (over) return true;
    auto wait = std::chrono::milliseconds(ended ? 60000 : 10);
    if (deadline != Clock::time_point::max()) {
      const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
      if (left.count() <= 0) return false;
      wait = std::min(wait, left);
    }
    std::array<pollfd, 3> watched = {{{output.descriptor(), POLLIN, 0},
                                      {error.descriptor(), POLLIN, 0},
                                      {ended.get(), POLLIN, 0}}};
    poll(watched.data(), watched.size(), static_cast<int>(wait.count()));
  }
}

/// Kills what is left of the child's group, reaps the child and whatever of the group is ours.
int kill_and_reap(pid_t child, RunningChild& running) {
  kill(-child, SIGKILL);  // the leader is a zombie or alive: the number is still its own
  running.leave();
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  while (true) {  // a subreaper inherits the group's other members
    const pid_t reaped = waitpid(-child, nullptr, 0);
    if (reaped < 0 && errno != EINTR) return status;
  }
}

}  // namespace

ProcessResult run(const std::vector<std::string>& asked, const ProcessOptions& options) {
  const std::vector<std::string> command = confined(asked, options);
  ProcessResult result;
  Stream output(result.output, options.output_limit, nullptr);
  Stream error(result.error, options.output_limit, &options.on_error_line);
  const Descriptor input = make_input(options.standard_input);

  const auto began = Clock::now();
  int start_errno = 0;
  // Signals wait until the child is entered, so that a handler's kill_children() finds it.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  const pid_t child =
      start(command, options, input.get(), output.child_end(), error.child_end(), start_errno);
  RunningChild running(child);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (child == 0) {
    result.start_error = std::generic_category().message(start_errno);
    return result;
  }
  output.close_child_end();
  error.close_child_end();

  const auto deadline =
      options.limit.count() > 0 ? began + options.limit : Clock::time_point::max();
  try {
    result.timed_out = !follow(child, output, error, deadline);
  } catch (...) {  // of on_error_line
    kill_and_reap(child, running);
    throw;
  }
  const int status = kill_and_reap(child, running);
  output.read_available();
  error.read_available();
  output.finish();
  error.finish();
  if (WIFEXITED(status) && !result.timed_out) result.exit_code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) result.signal = WTERMSIG(status);
  if (command.size() != asked.size()) read_launcher(options, result);
  return result;
}

std::filesystem::path find_program(const std::string& name) {
  const auto usable = [](const std::filesystem::path& path) {
    std::error_code ignored;
    return std::filesystem::is_regular_file(path, ignored) && access(path.c_str(), X_OK) == 0;
  };
  if (name.find('/') != std::string::npos) {
    return usable(name) ? std::filesystem::path(name) : std::filesystem::path();
  }
  const char* variable = std::getenv("PATH");
  std::string_view rest = variable ? variable : "/usr/local/bin:/usr/bin:/bin";
  while (true) {
    const std::size_t end = rest.find(':');
    const std::filesystem::path folder = end == 0 || rest.empty() ? "." : rest.substr(0, end);
    if (usable(folder / name)) return folder / name;
    if (end == std::string_view::npos) return {};
    rest.remove_prefix(end + 1);
  }
}

}  // namespace toolchain
