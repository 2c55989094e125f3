#include "pipeline/attached.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include "pipeline/context.hpp"
#include "pipeline/interrupt.hpp"

namespace pipeline {
namespace {

/// In the child: becomes the program, or reports errno through `report`. Async-signal-safe but for
/// putenv, which is harmless here: this process has one thread when it attaches a program.
[[noreturn]] void become(const std::vector<char*>& arguments, const std::string& directory,
                         std::vector<std::string>& environment, int report) {
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  for (std::string& entry : environment) putenv(entry.data());
  if (chdir(directory.c_str()) == 0) execvp(arguments[0], arguments.data());
  const int error = errno;
  [[maybe_unused]] const auto written = write(report, &error, sizeof error);
  _exit(127);
}

int wait_for(pid_t pid, int& signal) {
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

int run_attached(const std::vector<std::string>& command, const std::string& directory,
                 const std::vector<std::string>& environment, int* signal) {
  std::vector<std::string> words = command;
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  std::vector<std::string> added = environment;

  int report[2];
  if (pipe2(report, O_CLOEXEC) != 0) {
    throw grader_failure(fmt::format("no pipe can be made: {}", std::strerror(errno)));
  }
  const pid_t pid = fork();
  if (pid == 0) become(arguments, directory, added, report[1]);
  close(report[1]);
  if (pid < 0) {
    const int error = errno;
    close(report[0]);
    throw grader_failure(fmt::format("no process can be started: {}", std::strerror(error)));
  }
  set_attached(pid);
  int error = 0;
  ssize_t got = 0;
  do {
    got = read(report[0], &error, sizeof error);
  } while (got < 0 && errno == EINTR);
  close(report[0]);
  int ended_by = 0;
  const int code = wait_for(pid, ended_by);
  if (signal != nullptr) *signal = ended_by;
  set_attached(0);
  if (interrupted()) throw Interrupted{};
  if (got == sizeof error) {
    throw grader_failure(fmt::format("{} cannot be started: {}", command[0], std::strerror(error)));
  }
  return code;
}

}  // namespace pipeline
