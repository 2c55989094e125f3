#include "campaign.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <fstream>
#include <optional>
#include <stdexcept>
#include <system_error>

#include "judge.hpp"
#include "make.hpp"
#include "observe.hpp"
#include "toolchain/descriptor.hpp"
#include "toolchain/process.hpp"

namespace fuzz {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;
using nlohmann::json;

std::atomic<bool> flag{false};

void on_signal(int) {
  const int saved = errno;
  flag = true;
  toolchain::end_children();
  errno = saved;
}

std::string joined(const std::vector<std::string>& parts, const char* between) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : between) + part;
  return text;
}

void write(const fs::path& path, const std::string& text) {
  std::ofstream out(path, std::ios::binary);
  if (!(out << text) || !out.flush())
    throw std::runtime_error(path.string() + " cannot be written.");
}

void keep(const fs::path& folder, const Submission& submission, const Observed& observed,
          const Judgement& judgement) {
  if (folder.empty()) return;
  const std::string name =
      std::to_string(submission.seed) + '_' + submission.lab->name.substr(0, 2);
  write(folder / (name + ".cu"), submission.text);
  write(folder / (name + ".txt"),
        joined(judgement.findings, "\n") + "\n\nseed " + std::to_string(submission.seed) + ", " +
            submission.original + ": " + joined(submission.edits, ", ") + "\nfile " +
            submission.file + "\n\nexit code " + std::to_string(observed.exit_code) + ", " +
            std::to_string(observed.seconds) + " s\n\n" + observed.output + "\n" + observed.error +
            "\n" + observed.document.value_or(""));
}

/// What a process of ours does: every `jobs`-th submission from its own on.
class Supervisor {
 public:
  Supervisor(const Campaign& campaign, const std::vector<Lab>& labs, const json& schema, int pipe)
      : campaign_(campaign), labs_(labs), schema_(schema), pipe_(pipe) {}

  void run(std::uint64_t first) {
    prepare_to_observe();
    const auto begin = Clock::now();
    for (std::uint64_t k = first; campaign_.count == 0 || k < campaign_.count;
         k += campaign_.jobs) {
      const bool late = campaign_.time.count() > 0 && Clock::now() - begin >= campaign_.time;
      if (late || interrupted()) return;
      grade(campaign_.seed + k);
    }
  }

 private:
  void grade(std::uint64_t seed) {
    send({{"begins", seed}});
    const Submission submission = make_submission(labs_, seed);
    const fs::path grader = campaign_.graders / ("grade_" + submission.lab->name);
    const auto graded = [&] { return observe(submission, grader, campaign_.grading_limit); };
    const Observed observed = graded();
    if (interrupted()) return;
    const Judgement judgement = judge(submission, observed, schema_);
    bool again = false;
    if (!judgement.findings.empty()) {
      keep(campaign_.keep, submission, observed, judgement);
      again = !judge(submission, graded(), schema_).findings.empty();
      if (interrupted()) return;
    }
    send({{"seed", seed},
          {"lab", submission.lab->name},
          {"original", submission.original},
          {"edits", joined(submission.edits, ", ")},
          {"verdict", judgement.verdict},
          {"seconds", observed.seconds},
          {"findings", judgement.findings},
          {"again", again}});
  }

  /// A line of JSON; bytes that are no UTF-8 are replaced.
  void send(const json& record) const {
    const std::string line = record.dump(-1, ' ', false, json::error_handler_t::replace) + "\n";
    for (std::string_view rest = line; !rest.empty();) {
      const ssize_t count = ::write(pipe_, rest.data(), rest.size());
      if (count < 0 && errno != EINTR) _exit(1);  // nobody listens
      if (count > 0) rest.remove_prefix(static_cast<std::size_t>(count));
    }
  }

  const Campaign& campaign_;
  const std::vector<Lab>& labs_;
  const json& schema_;
  int pipe_;
};

/// The other end of a supervisor.
struct Running {
  pid_t process = -1;
  toolchain::Descriptor pipe;
  std::string text;                    ///< Received and not yet read.
  std::optional<std::uint64_t> begun;  ///< The seed that it is at.
};

Running start(const Campaign& campaign, const std::vector<Lab>& labs, const json& schema,
              std::uint64_t first) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw std::system_error(errno, std::generic_category(), "pipe");
  const pid_t process = fork();
  if (process < 0) throw std::system_error(errno, std::generic_category(), "fork");
  if (process == 0) {
    close(ends[0]);
    try {
      Supervisor(campaign, labs, schema, ends[1]).run(first);
    } catch (const std::exception& problem) {
      const std::string line = std::string("run_fuzz: ") + problem.what() + "\n";
      if (::write(STDERR_FILENO, line.data(), line.size()) < 0) _exit(3);
      _exit(2);
    }
    _exit(0);
  }
  close(ends[1]);
  return {process, toolchain::Descriptor(ends[0]), {}, std::nullopt};
}

void take_line(Running& running, const std::string& line,
               const std::function<void(const Graded&)>& graded) {
  const json record = json::parse(line);
  if (record.contains("begins")) {
    running.begun = record["begins"].get<std::uint64_t>();
    return;
  }
  running.begun.reset();
  graded({record["seed"], record["lab"], record["original"], record["edits"], record["verdict"],
          record["seconds"], record["findings"], record["again"]});
}

/// Reads what there is; false at the end.
bool receive(Running& running, const std::function<void(const Graded&)>& graded) {
  char buffer[65536];
  const ssize_t count = read(running.pipe.get(), buffer, sizeof buffer);
  if (count < 0 && errno == EINTR) return true;
  if (count <= 0) return false;
  running.text.append(buffer, static_cast<std::size_t>(count));
  for (std::size_t end; (end = running.text.find('\n')) != std::string::npos;) {
    take_line(running, running.text.substr(0, end), graded);
    running.text.erase(0, end + 1);
  }
  return true;
}

void finish(Running& running, const std::function<void(const Graded&)>& graded) {
  int status = 0;
  while (waitpid(running.process, &status, 0) < 0 && errno == EINTR) {
  }
  running.pipe.reset();
  if (status == 0 || interrupted()) return;
  Graded fault;
  fault.seed = running.begun.value_or(0);
  fault.verdict = "none";
  fault.findings.emplace_back("The fuzzer itself ended, at this seed.");
  graded(fault);
}

}  // namespace

void run_campaign(const Campaign& campaign, const std::vector<Lab>& labs, const json& schema,
                  const std::function<void(const Graded&)>& graded) {
  if (!campaign.keep.empty()) fs::create_directories(campaign.keep);
  std::vector<Running> all;
  for (unsigned k = 0; k < campaign.jobs; ++k) all.push_back(start(campaign, labs, schema, k));
  bool told = false;
  for (std::size_t open = all.size(); open > 0;) {
    std::vector<pollfd> events;
    for (const Running& running : all) events.push_back({running.pipe.get(), POLLIN, 0});
    poll(events.data(), events.size(), 500);
    if (interrupted() && !told) {
      for (const Running& running : all)
        if (running.pipe) kill(running.process, SIGTERM);
      told = true;
    }
    for (std::size_t k = 0; k < all.size(); ++k) {
      if (!all[k].pipe || events[k].revents == 0 || receive(all[k], graded)) continue;
      finish(all[k], graded);
      --open;
    }
  }
}

void watch_for_interrupts() {
  struct sigaction action {};
  action.sa_handler = on_signal;
  sigemptyset(&action.sa_mask);
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) sigaction(number, &action, nullptr);
}

bool interrupted() noexcept { return flag; }

}  // namespace fuzz
