#include "observe.hpp"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <iterator>
#include <stdexcept>
#include <thread>

#include "toolchain/process.hpp"
#include "toolchain/submission.hpp"

namespace fuzz {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

std::string read(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

/// Of /proc/PID/stat: "PID (NAME) STATE PARENT ...", where NAME may hold anything.
struct Process {
  pid_t id = 0, parent = 0;
  char state = '?';
  std::string name;
};

std::optional<Process> read_process(const fs::path& folder) {
  std::string stat;
  try {
    stat = read(folder / "stat");
  } catch (const std::ios_base::failure&) {  // it has just ended
    return std::nullopt;
  }
  const std::size_t open = stat.find('('), close = stat.rfind(')');
  if (open == std::string::npos || close == std::string::npos || close + 4 > stat.size())
    return std::nullopt;
  Process process;
  process.id = std::stoi(stat);
  process.name = stat.substr(open + 1, close - open - 1);
  process.state = stat[close + 2];
  process.parent = std::stoi(stat.substr(close + 4));
  return process;
}

/// Our children that still run.
std::vector<Process> children() {
  std::vector<Process> found;
  for (const auto& entry : fs::directory_iterator("/proc")) {
    if (entry.path().filename().string().find_first_not_of("0123456789") != std::string::npos)
      continue;
    const auto process = read_process(entry.path());
    if (process && process->parent == getpid() && process->state != 'Z') found.push_back(*process);
  }
  return found;
}

void reap() {
  while (waitpid(-1, nullptr, WNOHANG) > 0) {
  }
}

/// What runs on a moment after the grader has ended; it is ended here.
std::vector<std::string> end_what_is_left() {
  using namespace std::chrono_literals;
  std::vector<std::string> names;
  reap();
  for (const auto begin = Clock::now(); Clock::now() - begin < 2s && !children().empty(); reap())
    std::this_thread::sleep_for(10ms);
  // With a parent its children fall to us, so that the next round sees them.
  for (std::vector<Process> left; !(left = children()).empty();) {
    for (const Process& process : left) {
      names.push_back("a process: " + process.name);
      kill(process.id, SIGKILL);
    }
    while (waitpid(-1, nullptr, 0) > 0 && !children().empty()) {
    }
    reap();
  }
  return names;
}

void write(const fs::path& path, const std::string& text) {
  std::ofstream out(path, std::ios::binary);
  if (!(out << text) || !out.flush())
    throw std::runtime_error(path.string() + " cannot be written.");
}

}  // namespace

void prepare_to_observe() {
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  std::ofstream("/proc/self/oom_score_adj") << 1000;
}

Observed observe(const Submission& submission, const fs::path& grader, std::chrono::seconds limit) {
  const toolchain::TemporaryDirectory directory;
  const fs::path handed_in = directory.path() / "handed_in", temporary = directory.path() / "tmp";
  fs::create_directories(handed_in);
  fs::create_directories(temporary);
  const fs::path file = handed_in / submission.file, report = directory.path() / "result.json";
  write(file, submission.text);

  toolchain::ProcessOptions options;
  options.limit = limit;
  options.output_limit = most_output;
  options.working_directory = handed_in;
  options.environment = {"TMPDIR=" + temporary.string()};
  const auto begin = Clock::now();
  toolchain::ProcessResult run = toolchain::run(
      {grader.string(), "--submission", file.string(), "--result", report.string(), "--no-times"},
      options);
  Observed observed;
  observed.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  observed.exit_code = run.exit_code;
  observed.signal = run.signal;
  observed.timed_out = run.timed_out;
  observed.start_error = std::move(run.start_error);
  observed.output = std::move(run.output);
  observed.error = std::move(run.error);
  observed.left = end_what_is_left();
  if (fs::exists(report)) observed.document = read(report);
  // A grader that had to be killed could not tidy up.
  if (observed.timed_out) return observed;
  for (const auto& entry : fs::directory_iterator(temporary))
    observed.left.push_back("in TMPDIR: " + entry.path().filename().string());
  for (const auto& entry : fs::directory_iterator(handed_in))
    if (entry.path() != file)
      observed.left.push_back("beside the submission: " + entry.path().filename().string());
  for (const auto& entry : fs::directory_iterator(directory.path()))
    if (entry.path() != handed_in && entry.path() != temporary && entry.path() != report)
      observed.left.push_back("beside the result: " + entry.path().filename().string());
  if (read(file) != submission.text) observed.left.emplace_back("another text in the submission");
  return observed;
}

}  // namespace fuzz
