#include "grading.hpp"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <fstream>
#include <mutex>
#include <stdexcept>
#include <thread>

#include "toolchain/process.hpp"
#include "toolchain/submission.hpp"

namespace mutants {
namespace {

std::atomic<bool> flag{false};

void on_signal(int) {
  const int saved = errno;
  flag = true;
  toolchain::end_children();
  errno = saved;
}

/// What the grader wrote, or nothing where it wrote no result.
Outcome read_outcome(const std::filesystem::path& report, const toolchain::ProcessResult& run,
                     std::optional<Fate> listed) {
  if (std::filesystem::exists(report)) return judge(result::read_file(report).front(), listed);
  Outcome outcome;
  outcome.detail = run.timed_out              ? "the grader did not end"
                   : !run.start_error.empty() ? run.start_error
                                              : "no result: " + run.output + run.error;
  return outcome;
}

}  // namespace

Outcome grade(const Options& options, const std::string& text, std::optional<Fate> listed) {
  const auto begin = std::chrono::steady_clock::now();
  const toolchain::TemporaryDirectory directory;
  const auto submission = directory.path() / options.solution.filename();
  const auto report = directory.path() / "result.json";
  std::ofstream out(submission, std::ios::binary);
  if (!(out << text) || !out.flush())
    throw std::runtime_error(submission.string() + " cannot be written.");
  toolchain::ProcessOptions limits;
  limits.limit = std::chrono::minutes(30);  // far above all that a grader allows itself
  const auto outcome_with = [&](const std::vector<std::string>& more) {
    std::vector<std::string> command = {options.grader.string(), "--submission",
                                        submission.string(),     "--result",
                                        report.string(),         "--no-times"};
    command.insert(command.end(), more.begin(), more.end());
    std::filesystem::remove(report);
    return read_outcome(report, toolchain::run(command, limits), listed);
  };
  // The first check that fails has killed it, unless that check is one of efficiency.
  Outcome outcome = outcome_with({"--abort"});
  if (outcome.fate != Fate::killed && !outcome.checks.empty()) outcome = outcome_with({});
  outcome.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return outcome;
}

std::vector<Outcome> grade_all(const Options& options, const std::vector<Mutant>& mutants,
                               const Equivalents& equivalents,
                               const std::function<void(std::size_t, const Outcome&)>& done) {
  std::vector<Outcome> outcomes(mutants.size());
  std::atomic<std::size_t> next{0};
  std::mutex one_at_a_time;
  const auto work = [&] {
    for (std::size_t k; !interrupted() && (k = next++) < mutants.size();) {
      try {
        std::optional<Fate> listed;
        if (const auto at = equivalents.find(mutants[k].name); at != equivalents.end())
          listed = at->second.fate;
        outcomes[k] = grade(options, mutants[k].text, listed);
      } catch (const std::exception& problem) {  // a full disk, a result that cannot be read
        outcomes[k].detail = problem.what();
      }
      const std::lock_guard lock(one_at_a_time);
      done(k, outcomes[k]);
    }
  };
  std::vector<std::jthread> workers;
  for (std::size_t k = 0; k < std::min(options.jobs, mutants.size()); ++k)
    workers.emplace_back(work);
  workers.clear();
  return outcomes;
}

void watch_for_interrupts() {
  struct sigaction action {};
  action.sa_handler = on_signal;
  sigemptyset(&action.sa_mask);
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) sigaction(number, &action, nullptr);
}

bool interrupted() noexcept { return flag; }

}  // namespace mutants
