// Which walls this machine has.
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string_view>

#include "sandbox/bubblewrap.hpp"
#include "sandbox/sandbox.hpp"
#include "sandbox_config.hpp"

namespace sandbox {
namespace {

constexpr auto patience = std::chrono::seconds(10);

/// The first line of a file in memory, for a sentence.
std::string first_line(int file) {
  char text[300] = {};
  if (pread(file, text, sizeof text - 1, 0) <= 0) return "it says nothing";
  const std::string_view all = text;
  return std::string(all.substr(0, all.find('\n')));
}

/// Waits, and kills what does not end. Returns waitpid's status.
int wait_for(pid_t process) {
  const auto deadline = std::chrono::steady_clock::now() + patience;
  int status = 0;
  for (;;) {
    const pid_t ended = waitpid(process, &status, WNOHANG);
    if (ended == process || (ended < 0 && errno != EINTR)) return status;
    if (std::chrono::steady_clock::now() > deadline) kill(process, SIGKILL);
    poll(nullptr, 0, 1);
  }
}

/// Runs the launcher, which then does nothing, in the room of a submission. Returns what went
/// wrong.
std::string try_room() {
  Room room;
  room.tmp_bytes = 1 << 20;
  room.submission = true;
  room.processes = false;
  const std::vector<std::string> words = confined({launcher_in_room}, room, Walls::bubblewrap);
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  char* const no_environment[] = {nullptr};

  const int said = memfd_create("bwrap", MFD_CLOEXEC);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, said, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, said, STDERR_FILENO);
  posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
  pid_t process = 0;
  const int error =
      posix_spawn(&process, arguments[0], &actions, nullptr, arguments.data(), no_environment);
  posix_spawn_file_actions_destroy(&actions);
  std::string problem;
  if (error != 0) {
    problem = std::strerror(error);
  } else if (wait_for(process) != 0) {
    problem = first_line(said);
  }
  close(said);
  return problem;
}

struct Decision {
  Choice choice;
  std::string error;  // what to throw
};

Decision decide() {
  const char* const variable = std::getenv(choice_variable);
  const std::string_view asked = variable == nullptr ? "auto" : variable;
  Decision decision;
  if (asked != "auto" && asked != "bubblewrap" && asked != "off") {
    decision.error =
        fmt::format("{} is '{}'; it can be auto, bubblewrap or off.", choice_variable, asked);
    return decision;
  }
  decision.choice.installed = !find_bubblewrap().empty();
  if (asked == "off") {
    decision.choice.switched_off = true;
    decision.choice.why_not = fmt::format("{} is off", choice_variable);
    return decision;
  }
  if (!decision.choice.installed) {
    decision.choice.why_not = "bubblewrap is not installed";
  } else if (const std::string problem = try_room(); !problem.empty()) {
    decision.choice.why_not = fmt::format("bubblewrap does not work here ({})", problem);
  } else {
    decision.choice.walls = Walls::bubblewrap;
    return decision;
  }
  if (asked == "bubblewrap") {
    decision.error = fmt::format("{} asks for bubblewrap, but {}; ./lab doctor says more.",
                                 choice_variable, decision.choice.why_not);
  }
  return decision;
}

}  // namespace

const Choice& choice() {
  static const Decision decision = decide();
  if (!decision.error.empty()) throw std::runtime_error(decision.error);
  return decision.choice;
}

std::string warning() {
  const Choice& made = choice();
  if (made.walls == Walls::bubblewrap) return {};
  return fmt::format(
      "{}: submissions run with limits on time, memory and system calls, but they reach the files "
      "that you can reach",
      made.why_not);
}

}  // namespace sandbox
