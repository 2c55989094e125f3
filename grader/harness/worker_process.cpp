#include "harness/worker_process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstring>
#include <thread>
#include <utility>
#include <vector>

#include "harness/interrupt.hpp"
#include "harness/orphans.hpp"

extern char** environ;

namespace harness {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

// Above all descriptors that a worker is given, so that dup2 overwrites none that is still needed.
toolchain::Descriptor moved_up(int number) {
  return toolchain::Descriptor(fcntl(number, F_DUPFD_CLOEXEC, 16));
}

// Actions and attributes of posix_spawn that release themselves.
struct SpawnSetup {
  SpawnSetup() {
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
  }
  ~SpawnSetup() {
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
  }
  SpawnSetup(const SpawnSetup&) = delete;
  SpawnSetup& operator=(const SpawnSetup&) = delete;
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
};

// The kernel's own limit, for what runs before the worker arms its watchdog, or disarms it. SIGXCPU
// comes a second late, so that the watchdog, which knows more, is first.
void limit_processor_time(pid_t process, double seconds) {
  const auto soft = static_cast<rlim_t>(std::ceil(seconds)) + 1;
  const rlimit limit = {soft, soft + 1};
  prlimit(process, RLIMIT_CPU, &limit, nullptr);
}

void use_own_group_and_default_signals(posix_spawnattr_t& attributes) {
  sigset_t none, defaults;
  sigemptyset(&none);
  sigemptyset(&defaults);
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) sigaddset(&defaults, number);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &defaults);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes,
                           POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
}

}  // namespace

std::optional<std::string> WorkerProcess::spawn(const std::filesystem::path& program) {
  int pair[2] = {-1, -1};
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) != 0)
    return std::string("no socket: ") + std::strerror(errno);
  control_ = toolchain::Descriptor(pair[0]);
  const toolchain::Descriptor theirs(pair[1]);

  const std::pair<int, int> given[] = {
      {theirs.get(), worker::control_fd},
      {files_.report.descriptor(), worker::report_fd},
      {files_.inputs.descriptor(), worker::inputs_fd},
      {files_.outputs.descriptor(), worker::outputs_fd},
      {files_.printed.descriptor(), STDOUT_FILENO},
      {files_.printed.descriptor(), STDERR_FILENO},
  };
  SpawnSetup setup;
  std::vector<toolchain::Descriptor> sources;
  posix_spawn_file_actions_addopen(&setup.actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  for (const auto& [from, to] : given) {
    sources.push_back(moved_up(from));
    if (!sources.back()) return std::string("no descriptor: ") + std::strerror(errno);
    posix_spawn_file_actions_adddup2(&setup.actions, sources.back().get(), to);
  }
  use_own_group_and_default_signals(setup.attributes);
  std::string name = program.string();
  char* const arguments[] = {name.data(), nullptr};
  const int error =
      posix_spawn(&pid_, name.c_str(), &setup.actions, &setup.attributes, arguments, environ);
  if (error != 0) {
    pid_ = -1;
    control_.reset();
    return std::string("the worker could not be started: ") + std::strerror(error);
  }
  interrupt::watch_group(pid_);
  process_ = toolchain::Descriptor(static_cast<int>(syscall(SYS_pidfd_open, pid_, 0)));
  if (process_) fcntl(process_.get(), F_SETFD, FD_CLOEXEC);
  return std::nullopt;
}

CallOutcome WorkerProcess::start(const std::filesystem::path& program, double processor_seconds) {
  stop();
  interrupt::install();
  files_.clear_report();
  if (const auto problem = spawn(program)) {
    CallOutcome outcome;
    outcome.problem = *problem;
    return outcome;
  }
  limit_processor_time(pid_, processor_seconds);
  CallOutcome outcome = wait_for_reply(processor_seconds);
  const auto kind = outcome.reply.kind;
  if (outcome.end == End::replied && kind != worker::ReplyKind::ready &&
      kind != worker::ReplyKind::no_device)
    outcome.end = End::broke_protocol;
  if (outcome.end != End::replied || kind == worker::ReplyKind::no_device) stop();
  return outcome;
}

CallOutcome WorkerProcess::call(const worker::Request& request) {
  interrupt::install();
  CallOutcome outcome;
  // A record that lies there already was sent unasked.
  if (receive(outcome)) {
    outcome.end = End::broke_protocol;
    outcome.page = files_.report_page();
  } else {
    files_.clear_report();
    if (send(control_.get(), &request, sizeof request, MSG_NOSIGNAL) == sizeof request ||
        errno == EPIPE || errno == ECONNRESET) {
      outcome = wait_for_reply(request.processor_seconds);
    } else {
      outcome.problem = std::string("the request could not be sent: ") + std::strerror(errno);
    }
    const auto kind = outcome.reply.kind;
    if (outcome.end == End::replied &&
        (kind == worker::ReplyKind::ready || kind == worker::ReplyKind::no_device))
      outcome.end = End::broke_protocol;
  }
  outcome.processor_limit = request.processor_seconds;
  if (outcome.end != End::replied) stop();
  return outcome;
}

CallOutcome WorkerProcess::wait_for_reply(double processor_seconds) {
  CallOutcome outcome;
  const auto begin = Clock::now();
  const double limit = wall_limit(processor_seconds);
  bool closed = false;  // the other end of the socket: it may be dying, or wait without it
  for (;;) {
    const double left = limit - seconds_since(begin);
    pollfd events[2] = {{closed ? -1 : control_.get(), POLLIN, 0}, {process_.get(), POLLIN, 0}};
    // Without a process descriptor the end of the process is looked for every few milliseconds.
    const double wait = std::clamp(left, 0.0, process_ ? 3600 : 0.01);
    poll(events, process_ ? 2 : 1, static_cast<int>(std::ceil(wait * 1000)));
    if (interrupt::requested()) {
      outcome.end = End::interrupted;
      break;
    }
    if (receive(outcome) || has_left(outcome)) break;
    if ((events[0].revents & (POLLHUP | POLLERR)) != 0) closed = true;
    if (seconds_since(begin) >= limit) {
      outcome.end = End::wall_limit;
      ask_where_it_is();
      break;
    }
  }
  outcome.page = files_.report_page();
  outcome.seconds = seconds_since(begin);
  outcome.processor_limit = processor_seconds;
  return outcome;
}

bool WorkerProcess::receive(CallOutcome& outcome) {
  worker::Reply reply = {};
  const ssize_t got = recv(control_.get(), &reply, sizeof reply, MSG_DONTWAIT | MSG_TRUNC);
  if (got <= 0) return false;  // nothing yet, or the other end is closed: the process tells
  outcome.reply = reply;
  const bool known = reply.kind <= worker::ReplyKind::no_memory;
  outcome.end = got == sizeof reply && known ? End::replied : End::broke_protocol;
  return true;
}

bool WorkerProcess::has_left(CallOutcome& outcome) {
  siginfo_t info = {};
  if (waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
      info.si_pid != pid_)
    return false;
  if (receive(outcome)) return true;  // what it sent just before
  outcome.end = End::left;
  if (info.si_code == CLD_EXITED)
    outcome.exit_code = info.si_status;
  else
    outcome.signal = info.si_status;
  return true;
}

void WorkerProcess::ask_where_it_is() {
  using namespace std::chrono_literals;
  constexpr auto patience = 200ms;
  // Its handler of this signal writes where it is to the report page and leaves.
  kill(pid_, SIGXCPU);
  CallOutcome ignored;
  for (const auto begin = Clock::now(); Clock::now() - begin < patience && !has_left(ignored);)
    std::this_thread::sleep_for(1ms);
}

void WorkerProcess::stop() {
  if (pid_ <= 0) return;
  kill(-pid_, SIGKILL);
  kill(pid_, SIGKILL);  // in case it has moved itself to another group
  while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
  interrupt::watch_group(0);
  end_orphans(pid_);
  pid_ = -1;
  control_.reset();
  process_.reset();
}

double WorkerProcess::processor_seconds() const {
  clockid_t clock = {};
  timespec time = {};
  if (pid_ <= 0 || clock_getcpuclockid(pid_, &clock) != 0 || clock_gettime(clock, &time) != 0)
    return 0;
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

void prepare_this_process() {
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  prctl(PR_SET_DUMPABLE, 0);
  signal(SIGXFSZ, SIG_IGN);
  signal(SIGPIPE, SIG_IGN);
}

}  // namespace harness
