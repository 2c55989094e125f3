#include "harness/worker_process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/random.h>
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
#include <fstream>
#include <random>
#include <thread>
#include <utility>
#include <vector>

#include "harness/interrupt.hpp"
#include "harness/orphans.hpp"
#include "sandbox/launch_status.hpp"
#include "sandbox/sandbox.hpp"
#include "toolchain/submission.hpp"

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

// Beside the worker's own descriptors; it has gone when the worker's code begins.
constexpr int launcher_fd = worker::outputs_fd + 1;

// A pair of sockets that keep each message whole. What arrives at the first names its sender.
bool make_pair(toolchain::Descriptor& ours, toolchain::Descriptor& theirs) {
  int pair[2] = {-1, -1};
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) != 0) return false;
  ours = toolchain::Descriptor(pair[0]);
  theirs = toolchain::Descriptor(pair[1]);
  const int on = 1;
  return setsockopt(pair[0], SOL_SOCKET, SO_PASSCRED, &on, sizeof on) == 0;
}

// A record of the launcher's, and who sent it as a number that is valid here.
std::optional<std::pair<sandbox::LaunchStatus, pid_t>> receive_status(int socket) {
  sandbox::LaunchStatus status;
  iovec part = {&status, sizeof status};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(ucred))] = {};
  msghdr message = {};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  if (recvmsg(socket, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC) != sizeof status)
    return std::nullopt;
  ucred sender = {};
  const cmsghdr* const header = CMSG_FIRSTHDR(&message);
  if (header != nullptr && header->cmsg_type == SCM_CREDENTIALS)
    std::memcpy(&sender, CMSG_DATA(header), sizeof sender);
  return std::pair(status, sender.pid);
}

// A session of its own is a group of its own as well, and has no terminal.
void use_own_session_and_default_signals(posix_spawnattr_t& attributes) {
  sigset_t none, defaults;
  sigemptyset(&none);
  sigemptyset(&defaults);
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) sigaddset(&defaults, number);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &defaults);
  posix_spawnattr_setflags(&attributes,
                           POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
}

// Where memory runs out, the system shall end the worker. In a room of bubblewrap's it cannot write
// this itself.
void be_first_to_go(pid_t process) {
  std::ofstream("/proc/" + std::to_string(process) + "/oom_score_adj") << 1000;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> result;
  for (std::string& text : texts) result.push_back(text.data());
  result.push_back(nullptr);
  return result;
}

}  // namespace

std::optional<std::string> WorkerProcess::spawn(const std::filesystem::path& program,
                                                double processor_seconds) {
  toolchain::Descriptor theirs, launchers;
  if (!make_pair(control_, theirs) || !make_pair(launcher_, launchers))
    return std::string("no socket: ") + std::strerror(errno);
  const std::pair<int, int> given[] = {
      {theirs.get(), worker::control_fd},
      {files_.report.descriptor(), worker::report_fd},
      {files_.inputs.descriptor(), worker::inputs_fd},
      {files_.outputs.descriptor(), worker::outputs_fd},
      {launchers.get(), launcher_fd},
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
  posix_spawn_file_actions_addclosefrom_np(&setup.actions, launcher_fd + 1);
  use_own_session_and_default_signals(setup.attributes);

  sandbox::Room room = sandbox::worker_room(program, processor_seconds,
                                            {toolchain::Layout::configured().source_dir});
  room.status = launcher_fd;
  std::vector<std::string> command = sandbox::confined({program.string()}, room);
  const int error = posix_spawn(&pid_, command[0].c_str(), &setup.actions, &setup.attributes,
                                pointers(command).data(), pointers(room.environment).data());
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
  if (const auto problem = spawn(program, processor_seconds)) {
    CallOutcome outcome;
    outcome.problem = *problem;
    return outcome;
  }
  CallOutcome outcome = wait_for_reply(processor_seconds);
  const auto kind = outcome.reply.kind;
  if (outcome.end == End::replied && kind != worker::ReplyKind::ready &&
      kind != worker::ReplyKind::no_device)
    outcome.end = End::broke_protocol;
  if (outcome.end == End::left && worker_ < 0) {
    outcome.end = End::not_started;
    outcome.problem =
        started_errno_ != 0
            ? std::string("the worker could not be started: ") + std::strerror(started_errno_)
            : "the worker's room could not be made: " + files_.printed.first_lines(1);
  }
  if (outcome.end != End::replied || kind == worker::ReplyKind::no_device) stop();
  return outcome;
}

CallOutcome WorkerProcess::call(const worker::Request& request) {
  if (auto failed = begin_timed(request)) return *failed;
  return wait_for_one_of({worker::ReplyKind::returned, worker::ReplyKind::threw,
                          worker::ReplyKind::no_workspace, worker::ReplyKind::no_memory});
}

std::optional<CallOutcome> WorkerProcess::begin_timed(const worker::Request& request) {
  worker::Request sent = request;
  sent.nonce = nonce_ = unforeseen_number();
  call_seconds_ = request.processor_seconds;
  return send_request(sent);
}

CallOutcome WorkerProcess::wait_until_armed() {
  return wait_for_one_of({worker::ReplyKind::armed, worker::ReplyKind::threw,
                          worker::ReplyKind::no_workspace, worker::ReplyKind::no_memory});
}

CallOutcome WorkerProcess::go() {
  const auto begin = Clock::now();
  if (auto failed = send_step(worker::RequestKind::go, {})) return *failed;
  CallOutcome outcome = wait_for_one_of({worker::ReplyKind::done});
  outcome.seconds = seconds_since(begin);
  return outcome;
}

CallOutcome WorkerProcess::fetch(const worker::Fetch& parts) {
  if (auto failed = send_step(worker::RequestKind::fetch, parts)) return *failed;
  return wait_for_one_of({worker::ReplyKind::returned, worker::ReplyKind::threw});
}

std::optional<CallOutcome> WorkerProcess::send_step(worker::RequestKind kind,
                                                    const worker::Fetch& parts) {
  worker::Request step = {};
  step.kind = kind;
  step.nonce = nonce_;
  step.fetch = parts;
  return send_request(step);
}

std::optional<CallOutcome> WorkerProcess::send_request(const worker::Request& request) {
  interrupt::install();
  CallOutcome outcome;
  // A record that lies there already was sent unasked.
  if (receive(outcome)) {
    outcome.end = End::broke_protocol;
    outcome.page = files_.report_page();
    outcome.processor_limit = call_seconds_;
    stop();
    return outcome;
  }
  if (request.kind == worker::RequestKind::call) files_.clear_report();
  if (send(control_.get(), &request, sizeof request, MSG_NOSIGNAL) == sizeof request ||
      errno == EPIPE || errno == ECONNRESET)
    return std::nullopt;
  outcome.problem = std::string("the request could not be sent: ") + std::strerror(errno);
  outcome.processor_limit = call_seconds_;
  stop();
  return outcome;
}

CallOutcome WorkerProcess::wait_for_one_of(std::initializer_list<worker::ReplyKind> kinds) {
  CallOutcome outcome = wait_for_reply(call_seconds_);
  const bool is_due = std::find(kinds.begin(), kinds.end(), outcome.reply.kind) != kinds.end();
  if (outcome.end == End::replied && (!is_due || outcome.reply.nonce != nonce_))
    outcome.end = End::broke_protocol;
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
    pollfd events[3] = {{closed ? -1 : control_.get(), POLLIN, 0},
                        {launcher_.get(), POLLIN, 0},
                        {process_.get(), POLLIN, 0}};
    // Without a process descriptor the end of the process is looked for every few milliseconds.
    const double wait = std::clamp(left, 0.0, process_ ? 3600 : 0.01);
    poll(events, process_ ? 3 : 2, static_cast<int>(std::ceil(wait * 1000)));
    if (interrupt::requested()) {
      outcome.end = End::interrupted;
      break;
    }
    read_launcher();
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
  const bool known = reply.kind <= worker::ReplyKind::done;
  outcome.end = got == sizeof reply && known ? End::replied : End::broke_protocol;
  return true;
}

void WorkerProcess::read_launcher() {
  while (launcher_) {
    const auto told = receive_status(launcher_.get());
    if (!told) break;
    const auto& [status, sender] = *told;
    if (status.kind == sandbox::LaunchStatus::running) {
      worker_ = sender;
      be_first_to_go(worker_);
    } else if (status.kind == sandbox::LaunchStatus::failed) {
      worker_ = -1;
      started_errno_ = status.status;
    } else if (status.kind == sandbox::LaunchStatus::ended) {
      siginfo_t info = {};
      info.si_code = status.code;
      info.si_status = status.status;
      ended_ = info;
    }
  }
  // Once the last descriptor of the other end is closed, polling it would not wait.
  pollfd end = {launcher_.get(), 0, 0};
  if (launcher_ && poll(&end, 1, 0) > 0 && (end.revents & (POLLHUP | POLLERR)) != 0)
    launcher_.reset();
}

bool WorkerProcess::has_left(CallOutcome& outcome) {
  read_launcher();
  siginfo_t info = {};
  if (ended_) {
    info = *ended_;
  } else if (waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
             info.si_pid != pid_) {
    return false;
  } else {
    read_launcher();  // what it told just before
    if (ended_) info = *ended_;
  }
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
  CallOutcome ignored;
  if (has_left(ignored) || worker_ <= 0) return;
  // Its handler of this signal writes where it is to the report page and leaves.
  kill(worker_, SIGXCPU);
  for (const auto begin = Clock::now(); Clock::now() - begin < patience && !has_left(ignored);)
    std::this_thread::sleep_for(1ms);
}

void WorkerProcess::stop() {
  if (pid_ <= 0) return;
  // A room's first process is of its group; with it, the kernel ends all that are in the room.
  kill(-pid_, SIGKILL);
  kill(pid_, SIGKILL);  // in case it has moved itself to another group
  while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
  interrupt::forget_group(pid_);
  end_orphans(pid_);
  pid_ = worker_ = -1;
  started_errno_ = 0;
  ended_.reset();
  control_.reset();
  launcher_.reset();
  process_.reset();
}

double WorkerProcess::processor_seconds() const {
  clockid_t clock = {};
  timespec time = {};
  if (worker_ <= 0 || clock_getcpuclockid(worker_, &clock) != 0 || clock_gettime(clock, &time) != 0)
    return 0;
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

std::uint64_t unforeseen_number() {
  std::uint64_t number = 0;
  if (getrandom(&number, sizeof number, 0) != sizeof number) number = std::random_device{}();
  return number;
}

void prepare_this_process() {
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  prctl(PR_SET_DUMPABLE, 0);
  signal(SIGXFSZ, SIG_IGN);
  signal(SIGPIPE, SIG_IGN);
}

}  // namespace harness
