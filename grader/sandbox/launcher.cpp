// Starts a program under limits that hold before its first instruction. In a sandbox of its own
// (--init) it stays as process 1, tells how the program ended, and its end ends all others there.
//
//   launcher [--init] [--status FD] [--limit NAME=VALUE]... [--restrict] [--no-processes]
//            -- PROGRAM [ARGUMENT...]
//
// It is linked statically: it must run where there are no libraries. sandbox.cpp writes its command
// line; without one it does nothing, successfully.
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "sandbox/launch_status.hpp"
#include "sandbox/system_calls.hpp"

namespace {

using sandbox::LaunchStatus;

constexpr int exit_not_started = 127;

struct Options {
  bool init = false;
  bool restrict_calls = false;  // --restrict: what a submission has no need of
  bool no_processes = false;    // --no-processes: threads only
  int status = -1;
  char** command = nullptr;
};

void tell(const Options& options, LaunchStatus::Kind kind, int code = 0, int status = 0) {
  if (options.status < 0) return;
  const LaunchStatus record = {kind, code, status};
  send(options.status, &record, sizeof record, MSG_NOSIGNAL);
}

[[noreturn]] void fail(const Options& options, const char* what) {
  const int error = errno;
  tell(options, LaunchStatus::failed, 0, error);
  std::fprintf(stderr, "launcher: %s: %s\n", what, std::strerror(error));
  _exit(exit_not_started);
}

bool set_limit(const char* assignment) {
  constexpr struct {
    const char* name;
    __rlimit_resource which;
  } known[] = {{"processor_seconds", RLIMIT_CPU}, {"address_space", RLIMIT_AS},
               {"file_bytes", RLIMIT_FSIZE},      {"open_files", RLIMIT_NOFILE},
               {"processes", RLIMIT_NPROC},       {"core", RLIMIT_CORE}};
  const char* const equals = std::strchr(assignment, '=');
  if (equals == nullptr) return false;
  const auto length = static_cast<std::size_t>(equals - assignment);
  for (const auto& entry : known) {
    if (std::strlen(entry.name) != length || std::strncmp(entry.name, assignment, length) != 0)
      continue;
    rlimit limit = {};
    if (getrlimit(entry.which, &limit) != 0) return false;
    rlim_t value = std::strtoull(equals + 1, nullptr, 10);
    // Of processor time the first signal can be handled; the second, a second later, cannot.
    rlim_t hard = entry.which == RLIMIT_CPU ? value + 1 : value;
    if (limit.rlim_max != RLIM_INFINITY && limit.rlim_max < hard) hard = limit.rlim_max;
    if (value > hard) value = hard;
    limit = {value, hard};
    return setrlimit(entry.which, &limit) == 0;
  }
  return false;
}

Options parse(int count, char** arguments) {
  Options options;
  int at = 1;
  for (; at < count; ++at) {
    const char* const argument = arguments[at];
    if (std::strcmp(argument, "--") == 0) break;
    if (std::strcmp(argument, "--init") == 0) {
      options.init = true;
    } else if (std::strcmp(argument, "--restrict") == 0) {
      options.restrict_calls = true;
    } else if (std::strcmp(argument, "--no-processes") == 0) {
      options.no_processes = true;
    } else if (std::strcmp(argument, "--status") == 0 && at + 1 < count) {
      options.status = std::atoi(arguments[++at]);
    } else if (std::strcmp(argument, "--limit") == 0 && at + 1 < count) {
      if (!set_limit(arguments[++at])) fail(options, arguments[at]);
    } else {
      errno = EINVAL;
      fail(options, argument);
    }
  }
  if (at + 1 < count) options.command = arguments + at + 1;
  return options;
}

// Where memory runs out, the system shall end the submission and not its grader.
void be_first_to_go() {
  const int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  if (file < 0) return;
  if (write(file, "1000", 4) < 0) {
    // The order in which the system chooses then stays what it was.
  }
  close(file);
}

// What root could do beyond its own files. Where we are not root there is nothing to give up.
void drop_capabilities() {
  for (unsigned long capability = 0; capability < 64; ++capability)
    prctl(PR_CAPBSET_DROP, capability, 0, 0, 0);
}

[[noreturn]] void become(const Options& options) {
  if (!sandbox::restrict_system_calls(getpid(), options.restrict_calls, options.no_processes))
    fail(options, "seccomp");
  tell(options, LaunchStatus::running);
  execvp(options.command[0], options.command);
  fail(options, options.command[0]);
}

// Process 1: waits for all, ends with the program.
[[noreturn]] void watch(const Options& options, pid_t program) {
  // What the program closes shall be closed.
  if (options.status >= 0) {
    dup2(options.status, 0);
    close_range(1, ~0u, 0);
  } else {
    close_range(0, ~0u, 0);
  }
  Options own = options;
  own.status = options.status >= 0 ? 0 : -1;
  for (;;) {
    siginfo_t info = {};
    if (waitid(P_ALL, 0, &info, WEXITED) != 0) {
      if (errno == EINTR) continue;
      _exit(exit_not_started);
    }
    if (info.si_pid != program) continue;
    tell(own, LaunchStatus::ended, info.si_code, info.si_status);
    _exit(info.si_code == CLD_EXITED ? info.si_status : 128 + info.si_status);
  }
}

}  // namespace

int main(int count, char** arguments) {
  const Options options = parse(count, arguments);
  if (options.command == nullptr) return 0;
  if (options.status >= 0) fcntl(options.status, F_SETFD, FD_CLOEXEC);
  be_first_to_go();
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  // A submission's write beyond the limit fails; a compiler's ends it: the assembler would take the
  // failure for a full disk.
  signal(SIGXFSZ, options.restrict_calls ? SIG_IGN : SIG_DFL);
  if (options.restrict_calls) drop_capabilities();
  if (!options.init) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    become(options);
  }
  prctl(PR_SET_DUMPABLE, 0);  // the program cannot look into this process
  const pid_t program = fork();
  if (program < 0) fail(options, "fork");
  if (program > 0) watch(options, program);
  setsid();  // its group is its own: kill(0) reaches nobody else
  become(options);
}
