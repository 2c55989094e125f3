// What a submission's object asks the linker for. The names are judged, not their use: a lab needs
// none of these, and what the C++ library's own headers need is not among them.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <optional>
#include <set>

#include "toolchain/failure.hpp"
#include "toolchain/policy.hpp"
#include "toolchain/policy_words.hpp"
#include "toolchain/symbols.hpp"

namespace toolchain {
namespace {

using result::Verdict;

/// Functions of the system that are refused for one reason.
struct Group {
  const char* rule;
  std::set<std::string_view> names;
};

const std::array<Group, 9>& groups() {
  static const std::array<Group, 9> all = {{
      {"a submission starts and ends no processes",
       {"fork",
        "vfork",
        "clone",
        "clone3",
        "execl",
        "execle",
        "execlp",
        "execv",
        "execve",
        "execvp",
        "execvpe",
        "fexecve",
        "execveat",
        "posix_spawn",
        "posix_spawnp",
        "system",
        "popen",
        "pclose",
        "daemon",
        "wait",
        "wait3",
        "wait4",
        "waitid",
        "waitpid",
        "setsid",
        "setpgid",
        "setpgrp",
        "kill",
        "killpg",
        "tgkill",
        "tkill",
        "sigqueue",
        "pthread_kill",
        "ptrace",
        "getppid",
        "process_vm_readv",
        "process_vm_writev",
        "pidfd_open",
        "pidfd_getfd",
        "pidfd_send_signal",
        "forkpty",
        "pthread_atfork",
        "register_atfork"}},
      {"signals and timers are the worker's",
       {"signal",       "sigaction",     "sigprocmask",  "pthread_sigmask", "sigaltstack",
        "siginterrupt", "bsd_signal",    "sysv_signal",  "ssignal",         "sigset",
        "sighold",      "sigignore",     "sigsuspend",   "sigwait",         "sigwaitinfo",
        "sigtimedwait", "signalfd",      "setitimer",    "alarm",           "ualarm",
        "timer_create", "timer_settime", "timer_delete", "timerfd_create"}},
      {"a function is left by return or by an exception",
       {"setjmp", "sigsetjmp", "longjmp", "siglongjmp", "getcontext", "setcontext", "makecontext",
        "swapcontext"}},
      {"a submission makes no system calls", {"syscall", "syscall_cancel", "vsyscall"}},
      {"a submission is one file and loads no other",
       {"dlopen", "dlmopen", "dlsym", "dlvsym", "dladdr", "dladdr1", "dlinfo"}},
      {"memory comes from malloc, new and the CUDA runtime",
       {"mmap", "mremap", "munmap", "mprotect", "pkey_mprotect", "madvise", "memfd_create",
        "shm_open", "shm_unlink", "shmget", "shmat", "shmctl", "brk", "sbrk", "mlock", "mlockall",
        "remap_file_pages", "userfaultfd"}},
      {"a submission opens no files",
       {"open",
        "openat",
        "openat2",
        "creat",
        "fopen",
        "fdopen",
        "freopen",
        "tmpfile",
        "tmpnam",
        "tempnam",
        "mkstemp",
        "mkostemp",
        "mkdtemp",
        "mktemp",
        "remove",
        "unlink",
        "unlinkat",
        "rename",
        "renameat",
        "link",
        "symlink",
        "readlink",
        "mkdir",
        "rmdir",
        "mknod",
        "mkfifo",
        "chdir",
        "fchdir",
        "chroot",
        "chmod",
        "fchmod",
        "chown",
        "truncate",
        "opendir",
        "fdopendir",
        "readdir",
        "scandir",
        "nftw",
        "ftw",
        "glob",
        "mount",
        "umount",
        "umount2",
        "pivot_root",
        "name_to_handle_at",
        "open_by_handle_at"}},
      {"descriptors are the worker's; printf, std::cout and std::cerr are free",
       {"read",
        "write",
        "pread",
        "pwrite",
        "readv",
        "writev",
        "preadv",
        "pwritev",
        "send",
        "sendto",
        "sendmsg",
        "sendmmsg",
        "recv",
        "recvfrom",
        "recvmsg",
        "recvmmsg",
        "dup",
        "dup2",
        "dup3",
        "close",
        "close_range",
        "closefrom",
        "fcntl",
        "ioctl",
        "pipe",
        "pipe2",
        "socket",
        "socketpair",
        "connect",
        "bind",
        "listen",
        "accept",
        "accept4",
        "shutdown",
        "getsockopt",
        "setsockopt",
        "poll",
        "ppoll",
        "select",
        "pselect",
        "epoll_create",
        "epoll_create1",
        "epoll_ctl",
        "epoll_wait",
        "eventfd",
        "splice",
        "tee",
        "vmsplice",
        "sendfile",
        "copy_file_range",
        "ftruncate",
        "fallocate",
        "posix_fallocate",
        "lseek",
        "flock",
        "lockf",
        "fsync",
        "dprintf",
        "vdprintf",
        "fcloseall",
        "inotify_init",
        "io_uring_setup",
        "io_setup",
        "getaddrinfo"}},
      {"limits, clocks and the environment are the worker's",
       {"prctl",
        "arch_prctl",
        "setrlimit",
        "prlimit",
        "setpriority",
        "nice",
        "sched_setscheduler",
        "sched_setparam",
        "sched_setaffinity",
        "personality",
        "unshare",
        "setns",
        "setuid",
        "setgid",
        "setresuid",
        "capset",
        "seccomp",
        "clock_settime",
        "clock_adjtime",
        "settimeofday",
        "adjtime",
        "adjtimex",
        "stime",
        "environ",
        "setenv",
        "putenv",
        "unsetenv",
        "clearenv",
        "iopl",
        "ioperm",
        "modify_ldt",
        "reboot",
        "sethostname"}},
  }};
  return all;
}

/// "__libc_open64_nocancel" -> "open": the C library has several names for one function.
std::string plain_name(std::string_view name) {
  const auto drop_front = [&](std::string_view prefix) {
    const bool has = name.starts_with(prefix) && name.size() > prefix.size();
    if (has) name.remove_prefix(prefix.size());
    return has;
  };
  const auto drop_back = [&](std::string_view suffix) {
    const bool has = name.ends_with(suffix) && name.size() > suffix.size();
    if (has) name.remove_suffix(suffix.size());
    return has;
  };
  while (drop_front("_") || drop_front("libc_") || drop_front("GI_") || drop_front("IO_new_") ||
         drop_front("IO_")) {
  }
  while (drop_back("_nocancel") || drop_back("64") || drop_back("_2") || drop_back("_chk") ||
         drop_back("_time") || drop_back("_internal")) {
  }
  return std::string(name);
}

/// The C library's own inside, which no header declares; libstdc++'s headers use the one exception.
bool is_internal(std::string_view symbol) {
  constexpr std::array<std::string_view, 6> prefixes = {"_dl_",          "__libc_", "_IO_file_",
                                                        "_IO_new_file_", "__nss_",  "_rtld_"};
  if (symbol == "__libc_single_threaded") return false;
  return std::any_of(prefixes.begin(), prefixes.end(),
                     [&](std::string_view prefix) { return symbol.starts_with(prefix); });
}

/// Streams on files, by the C++ library's names.
bool is_file_stream(std::string_view symbol) {
  constexpr std::array<std::string_view, 6> parts = {"basic_filebuf",  "basic_ifstream",
                                                     "basic_ofstream", "basic_fstream",
                                                     "stdio_filebuf",  "10filesystem"};
  return symbol.starts_with("_Z") && std::any_of(parts.begin(), parts.end(), [&](auto part) {
           return symbol.find(part) != std::string_view::npos;
         });
}

[[noreturn]] void refuse_file_stream(const Source& source) {
  int line = 0;
  for (const char* const name : {"ifstream", "ofstream", "fstream", "filebuf", "filesystem"}) {
    if (line == 0) line = line_that_names(source, name);
  }
  throw Failure(
      Verdict::policy,
      where_in(source, line) + "a stream on a file is used: a submission opens no files.\n", line);
}

std::optional<const char*> broken_rule(const std::string& symbol) {
  if (symbol.starts_with("_Z")) return std::nullopt;
  const std::string name = plain_name(symbol);
  for (const Group& group : groups()) {
    if (group.names.contains(name)) return group.rule;
  }
  if (is_internal(symbol)) return "the inside of the C library is none of a submission's business";
  return std::nullopt;
}

/// Words of the emulator's headers: what they offer to submissions is among them.
std::set<std::string> words_of_headers(const std::filesystem::path& folder) {
  std::set<std::string> words;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    std::ifstream file(entry.path());
    std::string text{std::istreambuf_iterator<char>(file), {}};
    std::replace(text.begin(), text.end(), '"', ' ');  // asm labels name functions too
    for_each_word(text, [&](std::string_view word, int) { words.emplace(word); });
  }
  return words;
}

/// The function's or variable's name without namespaces, parameters and template arguments.
std::string_view last_name(std::string_view readable) {
  std::string_view name = readable.substr(0, readable.find_first_of("(<["));
  const std::size_t scope = name.rfind("::");
  return scope == std::string_view::npos ? name : name.substr(scope + 2);
}

/// "emu::watch(emu::Watch)" and its like; templates are qualified by what they return.
bool belongs_to_us(const std::string& symbol, std::string_view readable) {
  if (symbol.starts_with("emu_")) return true;
  if (!symbol.starts_with("_Z")) return false;
  return readable.starts_with("emu::") || readable.starts_with("worker::") ||
         symbol.starts_with("_ZN3emu") || symbol.starts_with("_ZN6worker") ||
         symbol.starts_with("_ZNK3emu");
}

}  // namespace

void require_allowed_symbols(const Symbols& symbols, const Source& source,
                             const std::filesystem::path& headers) {
  std::optional<std::set<std::string>> offered;
  for (const std::string& symbol : symbols.undefined) {
    const std::string readable = readable_name(symbol);
    const std::string name(last_name(readable));
    if (is_file_stream(symbol)) refuse_file_stream(source);
    if (const auto rule = broken_rule(symbol)) {
      const int line = line_that_names(source, name);
      throw Failure(Verdict::policy,
                    fmt::format("{}{} is called: {}.\n", where_in(source, line), name, *rule),
                    line);
    }
    if (headers.empty() || !belongs_to_us(symbol, readable)) continue;
    if (!offered) offered = words_of_headers(headers);
    if (offered->contains(name)) continue;
    const int line = line_that_names(source, name);
    throw Failure(Verdict::policy,
                  fmt::format("{}{} belongs to the emulator and is not for submissions.\n",
                              where_in(source, line), std::string(function_name(readable))),
                  line);
  }
}

}  // namespace toolchain
