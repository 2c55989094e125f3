// What a hostile submission would try, one thing a run, named by the first argument (or, as a
// worker, by the variable FAKE_WORKER). Exit code 0: it could; 1: it was refused; 2: not
// understood. Linked statically, as a submission is.
#include <dirent.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace {

constexpr int could = 0, refused = 1, not_understood = 2;

int verdict(bool done) {
  if (!done) std::printf("refused: %s\n", std::strerror(errno));
  return done ? could : refused;
}

int read_file(const std::string& path) {
  const int file = open(path.c_str(), O_RDONLY);
  char byte = 0;
  return verdict(file >= 0 && read(file, &byte, 1) == 1);
}

int write_file(const std::string& path) {
  const int file = open(path.c_str(), O_WRONLY | O_CREAT, 0600);
  return verdict(file >= 0 && write(file, "x", 1) == 1);
}

int list_folder(const std::string& path) {
  DIR* const folder = opendir(path.c_str());
  if (folder == nullptr) return verdict(false);
  while (const dirent* const entry = readdir(folder)) std::puts(entry->d_name);
  closedir(folder);
  return could;
}

int connect_to_port(const std::string& port) {
  const int channel = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(std::stoi(port)));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return verdict(channel >= 0 && connect(channel, reinterpret_cast<const sockaddr*>(&address),
                                         sizeof address) == 0);
}

// A name that is no file: of the network's namespace.
int connect_to_name(const std::string& name) {
  const int channel = socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  std::memcpy(address.sun_path + 1, name.data(), name.size());
  const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size());
  return verdict(channel >= 0 &&
                 connect(channel, reinterpret_cast<const sockaddr*>(&address), length) == 0);
}

int print_environment() {
  for (char** entry = environ; *entry != nullptr; ++entry) std::puts(*entry);
  return could;
}

[[noreturn]] void stay() {
  for (;;) pause();
}

// Leaves its parent, its group and its session.
int become_a_daemon() {
  const pid_t child = fork();
  if (child < 0) return verdict(false);
  if (child > 0) {
    waitpid(child, nullptr, 0);
    return could;
  }
  setsid();
  if (fork() != 0) _exit(0);
  stay();
}

// 2^depth processes, each in a session of its own, none of which ends.
int explode(int depth) {
  for (; depth > 0; --depth) {
    const pid_t child = fork();
    if (child < 0) return verdict(false);
    if (child == 0) setsid();
  }
  stay();
}

int fill(const std::string& folder) {
  mkdir(folder.c_str(), 0700);
  const std::vector<char> block(1 << 16, 'x');
  unsigned long long bytes = 0;
  bool too_large = false;
  constexpr unsigned most_files = 64;
  for (unsigned k = 0; k < most_files; ++k) {
    const int file = open((folder + "/" + std::to_string(k)).c_str(), O_WRONLY | O_CREAT, 0600);
    if (file < 0) break;
    ssize_t written = 0;
    while ((written = write(file, block.data(), block.size())) > 0)
      bytes += static_cast<unsigned long long>(written);
    too_large |= errno == EFBIG;
    close(file);
  }
  std::printf("%llu bytes%s\n", bytes, too_large ? ", each file cut" : "");
  return could;
}

int send_signals(const std::string& whom) {
  const pid_t process = whom == "parent" ? getppid() : static_cast<pid_t>(std::stol(whom));
  return verdict(kill(process, SIGKILL) == 0);
}

int signal_by_descriptor(pid_t process) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return not_understood;
  const bool owned = fcntl(ends[0], F_SETOWN, process) == 0;
  return verdict(owned && fcntl(ends[0], F_SETSIG, SIGKILL) == 0);
}

int limit_other(pid_t process) {
  const rlimit limit = {0, 0};
  return verdict(prlimit(process, RLIMIT_CPU, &limit, nullptr) == 0);
}

int trace(pid_t process) { return verdict(ptrace(PTRACE_ATTACH, process, nullptr, nullptr) == 0); }

// Limits as they were before main.
struct LimitsAtStart {
  LimitsAtStart() {
    getrlimit(RLIMIT_CPU, &processor);
    getrlimit(RLIMIT_FSIZE, &file);
    getrlimit(RLIMIT_NOFILE, &descriptors);
    getrlimit(RLIMIT_CORE, &core);
  }
  rlimit processor = {}, file = {}, descriptors = {}, core = {};
} at_start;

int print_limits() {
  std::printf("%lu %lu %lu %lu\n", at_start.processor.rlim_cur, at_start.file.rlim_max,
              at_start.descriptors.rlim_max, at_start.core.rlim_max);
  return could;
}

int spin() {
  for (volatile bool on = true; on;) {
  }
  return could;
}

int run_thread() {
  int sum = 0;
  std::thread([&] { sum = 1; }).join();
  return sum == 1 ? could : refused;
}

int fork_once() {
  const pid_t child = fork();
  if (child == 0) _exit(0);
  return verdict(child > 0);
}

int act(std::string_view what, const std::string& object) {
  if (what == "read") return read_file(object);
  if (what == "write") return write_file(object);
  if (what == "list") return list_folder(object);
  if (what == "connect") return connect_to_port(object);
  if (what == "connect to name") return connect_to_name(object);
  if (what == "environment") return print_environment();
  if (what == "fork") return fork_once();
  if (what == "thread") return run_thread();
  if (what == "daemon") return become_a_daemon();
  if (what == "explode") return explode(7);
  if (what == "fill") return fill(object);
  if (what == "kill") return send_signals(object);
  if (what == "signal by descriptor") return signal_by_descriptor(getppid());
  if (what == "limit parent") return limit_other(getppid());
  if (what == "trace parent") return trace(getppid());
  if (what == "read parent") return read_file("/proc/" + std::to_string(getppid()) + "/environ");
  if (what == "new namespace") return verdict(unshare(CLONE_NEWUSER) == 0);
  if (what == "limits") return print_limits();
  if (what == "spin") return spin();
  if (what == "abort") std::abort();
  if (what == "exit") return std::stoi(object);
  return not_understood;
}

// A worker's misdeeds, one after the other; then it waits for what its grader does.
[[noreturn]] void be_a_worker(const std::string& what) {
  if (what == "kills everybody")
    for (const pid_t process : {getppid(), pid_t{0}, pid_t{-1}}) kill(process, SIGKILL);
  if (what == "limits its grader") limit_other(getppid());
  if (what == "daemon") become_a_daemon();
  if (what == "explodes") explode(7);
  if (what == "fills the disk") fill("/tmp/sum-to-scan-inmate");
  if (what == "dies") std::abort();
  if (what == "ends its check") spin();
  _exit(7);
}

}  // namespace

int main(int count, char** arguments) {
  if (const char* const what = std::getenv("FAKE_WORKER"); count == 1 && what != nullptr)
    be_a_worker(what);
  if (count < 2) return not_understood;
  return act(arguments[1], count > 2 ? arguments[2] : "");
}
