// Ctrl-C: exit code 130, no process and no temporary folder left.
#include <sys/wait.h>
#include <unistd.h>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <thread>

#include "harness/catch.hpp"
#include "miniature.hpp"

namespace {

using namespace std::chrono_literals;

bool eventually(const std::function<bool()>& holds) {
  for (int k = 0; k < 500; ++k) {
    if (holds()) return true;
    std::this_thread::sleep_for(20ms);
  }
  return false;
}

/// Runs `lab` in a process of its own and returns its exit code after `signal` was sent to it, once
/// all files of `started` hold something.
int exit_code_after(int signal, const miniature::Course& course,
                    const std::vector<std::string>& arguments,
                    const std::vector<std::string>& started,
                    const std::filesystem::path& temporary) {
  const pid_t pid = fork();
  if (pid == 0) {
    setenv("TMPDIR", temporary.c_str(), 1);
    _exit(course.run(arguments).code);
  }
  REQUIRE(pid > 0);
  for (const std::string& file : started) {
    CHECK(eventually([&] { return !course.read(file).empty(); }));
  }
  kill(pid, signal);
  int status = 0;
  REQUIRE(waitpid(pid, &status, 0) == pid);
  REQUIRE(WIFEXITED(status));
  return WEXITSTATUS(status);
}

bool is_gone(const std::string& pid) {
  return eventually([&] { return kill(std::stoi(pid), 0) != 0; });
}

}  // namespace

TEST_CASE("Ctrl-C ends every grader", "[interrupt]") {
  const miniature::Course course;
  for (const char* lab : {"01_first", "02_second"}) {
    // A child of the grader in a group of its own, as a compiler or a worker is: only the grader
    // can end it.
    course.grader(lab, std::string("setsid sleep 60 &\nchild=$!\n"
                                   "trap 'kill $child; exit 130' TERM\necho $child > child_") +
                           lab + "\nwait");
  }
  const auto temporary = course.path("temporary");
  std::filesystem::create_directory(temporary);
  for (const int signal : {SIGINT, SIGTERM}) {
    std::filesystem::remove(course.path("child_01_first"));
    std::filesystem::remove(course.path("child_02_second"));
    CHECK(exit_code_after(signal, course, {"grade", "1", "2", "10"},
                          {"child_01_first", "child_02_second"}, temporary) == 130);
    CHECK(is_gone(course.read("child_01_first")));
    CHECK(is_gone(course.read("child_02_second")));
    CHECK(std::filesystem::is_empty(temporary));
    CHECK_FALSE(std::filesystem::exists(course.path("build/state.json")));
  }
}

TEST_CASE("Ctrl-C reaches the program that run has handed over to", "[interrupt]") {
  const miniature::Course course;
  course.grader("01_first", "echo $$ > started\nexec sleep 60");
  CHECK(exit_code_after(SIGINT, course, {"run", "1", "10", "32", "1"}, {"started"},
                        course.root()) == 130);
  CHECK(is_gone(course.read("started")));
}
