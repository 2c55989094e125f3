#include "toolchain/process.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <stdexcept>
#include <thread>

#include "harness/catch.hpp"

using namespace toolchain;
using namespace std::chrono_literals;

namespace {

ProcessResult shell(const std::string& script, const ProcessOptions& options = {}) {
  return run({"/bin/sh", "-c", script}, options);
}

int open_descriptors() {
  int count = 0;
  DIR* folder = opendir("/proc/self/fd");
  while (readdir(folder) != nullptr) ++count;
  closedir(folder);
  return count;
}

/// A set of signals in /proc/self/status, without the two (32 and 33) that the C library owns.
unsigned long signal_set(const std::string& status, const std::string& name) {
  const std::size_t at = status.find(name);
  if (at == std::string::npos) return ~0ul;
  return std::stoul(status.substr(at + name.size(), 20), nullptr, 16) & ~0x180000000ul;
}

bool is_alive(const std::string& process) {
  const pid_t id = static_cast<pid_t>(std::stol(process));
  for (int k = 0; k < 200; ++k) {
    if (kill(id, 0) != 0) return false;
    std::this_thread::sleep_for(10ms);  // killed processes need a moment to go
  }
  return true;
}

}  // namespace

TEST_CASE("exit code, output and error come back apart") {
  const ProcessResult result = shell("echo out; echo err >&2; exit 7");
  CHECK(result.exit_code == 7);
  CHECK(result.output == "out\n");
  CHECK(result.error == "err\n");
  CHECK(result.signal == 0);
  CHECK_FALSE(result.timed_out);
  CHECK(result.start_error.empty());
  CHECK_FALSE(result.ok());
  CHECK(shell("exit 0").ok());
}

TEST_CASE("arguments arrive as they are: no shell is in between") {
  const std::vector<std::string> arguments = {"a b", "it's \"quoted\"", "$HOME `x` ; *", "",
                                              "\\n\n"};
  std::vector<std::string> command = {"printf", "<%s>"};
  command.insert(command.end(), arguments.begin(), arguments.end());
  std::string expected;
  for (const std::string& argument : arguments) expected += "<" + argument + ">";
  CHECK(run(command).output == expected);
}

TEST_CASE("a program that is not there is a start error") {
  const ProcessResult result = run({"no-such-program-anywhere"});
  CHECK(result.exit_code == -1);
  CHECK(result.start_error == "No such file or directory");
  CHECK(run({"/etc/passwd"}).start_error == "Permission denied");
  ProcessOptions options;
  options.working_directory = "/no/such/folder";
  CHECK(run({"true"}, options).start_error == "No such file or directory");
}

TEST_CASE("a program that dies by a signal has no exit code") {
  const ProcessResult result = shell("kill -SEGV $$");
  CHECK(result.exit_code == -1);
  CHECK(result.signal == SIGSEGV);
  CHECK_FALSE(result.timed_out);
}

TEST_CASE("a limit ends the program and all that it started") {
  ProcessOptions options;
  options.limit = 300ms;
  const auto began = std::chrono::steady_clock::now();
  const ProcessResult result = shell("sleep 60 & echo $!; sleep 60", options);
  const auto took = std::chrono::steady_clock::now() - began;
  CHECK(result.timed_out);
  CHECK(result.exit_code == -1);
  CHECK(result.signal == SIGKILL);
  CHECK(took >= 300ms);
  CHECK(took < 5s);
  REQUIRE_FALSE(result.output.empty());
  CHECK_FALSE(is_alive(result.output));
}

TEST_CASE("a grandchild that holds the pipe open is not waited for, and killed") {
  const auto began = std::chrono::steady_clock::now();
  const ProcessResult result = shell("sleep 60 & echo $!; exit 3");
  CHECK(result.exit_code == 3);
  CHECK(std::chrono::steady_clock::now() - began < 5s);
  REQUIRE_FALSE(result.output.empty());
  CHECK_FALSE(is_alive(result.output));
}

TEST_CASE("output beyond the limit is read and dropped") {
  ProcessOptions options;
  options.output_limit = 1000;
  const ProcessResult result =
      shell("yes | head -c 5000000; yes n | head -c 5000000 >&2; echo end >&2", options);
  CHECK(result.ok());
  CHECK(result.output.size() == 1000);
  CHECK(result.error.size() == 1000);
  CHECK(shell("yes | head -c 300000").output.size() == 300000);
}

TEST_CASE("standard input is given whole, and is empty where none is given") {
  ProcessOptions options;
  options.standard_input = std::string(1 << 20, 'x') + "\nlast";
  CHECK(run({"cat"}, options).output == options.standard_input.substr(0, 1 << 20));
  options.output_limit = 2 << 20;
  CHECK(run({"cat"}, options).output == options.standard_input);
  CHECK(run({"true"}, options).ok());  // nobody reads it: no SIGPIPE here
  CHECK(run({"cat"}).output.empty());
}

TEST_CASE("lines of standard error are told as they come") {
  std::vector<std::string> lines;
  ProcessOptions options;
  options.on_error_line = [&](std::string_view line) { lines.emplace_back(line); };
  const ProcessResult result = shell("printf 'one\\n\\nthree' >&2; echo no", options);
  CHECK(lines == std::vector<std::string>{"one", "", "three"});
  CHECK(result.error == "one\n\nthree");
}

TEST_CASE("an exception of the listener leaves no process behind") {
  std::string child;
  ProcessOptions options;
  options.on_error_line = [&](std::string_view line) {
    child = line;
    throw std::runtime_error("enough");
  };
  CHECK_THROWS_AS(shell("echo $$ >&2; sleep 60", options), std::runtime_error);
  REQUIRE_FALSE(child.empty());
  CHECK_FALSE(is_alive(child));
}

TEST_CASE("environment, folder and memory limit are the child's own") {
  ProcessOptions options;
  options.environment = {"SUM_TO_SCAN_TEST=a b", "PATH=/usr/bin:/bin"};
  options.working_directory = "/";
  CHECK(shell("echo \"$SUM_TO_SCAN_TEST,$PATH\"; pwd", options).output == "a b,/usr/bin:/bin\n/\n");
  CHECK(getenv("SUM_TO_SCAN_TEST") == nullptr);
  options.memory_limit = std::size_t{64} << 20;
  CHECK(shell("sleep 0.2; ulimit -v", options).output == "65536\n");
}

TEST_CASE("the child has descriptors 0 to 2, default signals and a group of its own") {
  const int leaked = open("/dev/null", O_RDONLY);  // without close-on-exec
  REQUIRE(leaked > 2);
  signal(SIGPIPE, SIG_IGN);
  const ProcessResult listing = run({"ls", "/proc/self/fd"});
  const ProcessResult status = run({"cat", "/proc/self/status"});
  const ProcessResult group = shell("echo $$; ps -o pgid= -p $$");
  signal(SIGPIPE, SIG_DFL);
  close(leaked);
  CHECK(listing.output == "0\n1\n2\n3\n");  // 3 is the folder that ls reads
  CHECK(signal_set(status.output, "SigIgn:") == 0);
  CHECK(signal_set(status.output, "SigBlk:") == 0);
  const std::size_t end = group.output.find('\n');
  CHECK(std::stol(group.output) == std::stol(group.output.substr(end)));
}

TEST_CASE("many runs at once leave neither descriptors nor zombies") {
  shell("true");
  const int before = open_descriptors();
  std::atomic<int> right = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      for (int k = 0; k < 25; ++k) {
        right += shell("exit " + std::to_string(t)).exit_code == t;
        run({"no-such-program-anywhere"});
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(right == 100);
  CHECK(open_descriptors() == before);
  CHECK(waitpid(-1, nullptr, WNOHANG) == -1);  // no child at all is left
}

TEST_CASE("kill_children ends what runs") {
  std::thread killer([] {
    std::this_thread::sleep_for(200ms);
    kill_children();
  });
  const ProcessResult result = shell("sleep 60");
  killer.join();
  CHECK(result.signal == SIGKILL);
  CHECK_FALSE(result.timed_out);
}

TEST_CASE("programs are found in PATH") {
  CHECK(find_program("sh").filename() == "sh");
  CHECK(find_program("/bin/sh") == "/bin/sh");
  CHECK(find_program("no-such-program-anywhere").empty());
  CHECK(find_program("/etc/passwd").empty());
  CHECK(find_program("/bin").empty());
}
