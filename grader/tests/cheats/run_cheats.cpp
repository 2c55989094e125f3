// Grades all cheats and prints what stopped each (README.md):
//   run_cheats FOLDER_OF_GRADERS CHEATS_FOLDER [--behind-the-rules | --on-gpu] [NAME...]
// Exits with 1 where a cheat is not stopped by what is due, 2 where the cheats cannot be read, and
// 77 where a GPU is asked for and there is none.
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <exception>
#include <future>
#include <iostream>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "cheat_file.hpp"
#include "result/result.hpp"
#include "toolchain/process.hpp"
#include "toolchain/submission.hpp"

namespace {

using cheats::Cheat;
using result::Category;
using result::Verdict;

constexpr int no_gpu = 77;

struct Outcome {
  std::string verdict = "-", problem;
  std::string said;  ///< What the student reads first.
};

std::filesystem::path grader_of(int lab, const std::filesystem::path& folder) {
  const std::string prefix = (lab < 10 ? "grade_0" : "grade_") + std::to_string(lab) + "_";
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().filename().string().starts_with(prefix)) return entry.path();
  throw std::runtime_error("no grader of lab " + std::to_string(lab) + " in " + folder.string());
}

/// The sentence that goes with the lab's verdict.
std::string decisive_words(const result::Lab& lab) {
  std::string words;
  for (const result::Check& check : lab.checks)
    for (const result::Finding& finding : check.findings)
      if (words.empty() && finding.code == lab.verdict) words = finding.message;
  if (words.empty()) words = lab.build_output;
  return words.substr(0, words.find('\n'));
}

double correctness_points(const result::Lab& lab) {
  double points = 0;
  for (const result::Check& check : lab.checks)
    if (check.category == Category::correctness) points += check.points;
  return std::min(points, lab.points);
}

std::string problem_with(const Cheat& cheat, const result::Lab& lab, const Outcome& outcome,
                         bool behind) {
  const std::set<std::string>& due = behind ? cheat.verdicts_behind : cheat.verdicts;
  if (due.count(outcome.verdict) == 0) return "this verdict is not due";
  if (!behind && outcome.said.find(cheat.reason) == std::string::npos)
    return "its reason is not the due one: " + cheat.reason;
  if (const double points = correctness_points(lab); points > cheat.most_points)
    return std::to_string(points) + " points of correctness, and " +
           std::to_string(cheat.most_points) + " are due at most";
  return {};
}

/// A cheat that passes has to fail by its times: one of them is suspect, or none is.
std::string problem_with_times(const Cheat& cheat, const result::Lab& lab) {
  if (cheat.time.empty()) return {};
  unsigned measured = 0, suspect = 0;
  for (const result::Timing& row : lab.timings) {
    if (row.what != "GPU, kernel") continue;
    ++measured;
    suspect += row.outcome == Verdict::suspect ? 1 : 0;
  }
  if (measured == 0) return "no time was measured";
  if (cheat.time == "suspect" && suspect == 0) return "no time is suspect";
  if (cheat.time == "believed" && suspect > 0) return "a time is suspect";
  return {};
}

Outcome grade(const Cheat& cheat, const std::filesystem::path& graders,
              const std::filesystem::path& directory, bool behind) {
  const std::filesystem::path report = directory / (cheat.name + ".json");
  toolchain::ProcessOptions options;
  if (behind) options.environment = {"SUM_TO_SCAN_STATIC_RULES=off"};
  const auto run =
      toolchain::run({grader_of(cheat.lab, graders).string(), "--submission", cheat.source.string(),
                      "--result", report.string(), "--backend", cheat.on_gpu ? "cuda" : "emulator"},
                     options);
  Outcome outcome;
  if (!std::filesystem::exists(report)) {
    outcome.problem = "the grader left no result: " + run.error;
    return outcome;
  }
  const result::Lab lab = result::read_file(report).front();
  outcome.verdict = result::name(lab.verdict);
  outcome.said = decisive_words(lab);
  outcome.problem = problem_with(cheat, lab, outcome, behind);
  if (outcome.problem.empty()) outcome.problem = problem_with_times(cheat, lab);
  return outcome;
}

void print(const Cheat& cheat, const Outcome& outcome) {
  std::printf("%-4s | %s: %s | %s | %s\n", outcome.problem.empty() ? "ok" : "MISS",
              cheat.name.c_str(), cheat.attempt.c_str(), cheat.stopper.c_str(),
              outcome.verdict.c_str());
  if (!outcome.said.empty()) std::printf("     |   %s\n", outcome.said.c_str());
  if (!outcome.problem.empty()) std::printf("     |   MISS: %s\n", outcome.problem.c_str());
  std::fflush(stdout);
}

/// Which cheats are graded, and how.
struct Choice {
  bool behind = false;  ///< With the static rules off.
  bool on_gpu = false;
  std::set<std::string> names;  ///< Empty: all.
};

int run(const std::filesystem::path& graders, const std::filesystem::path& folder,
        const Choice& choice) {
  std::vector<Cheat> chosen;
  for (const Cheat& cheat : cheats::read_cheats(folder)) {
    if (choice.behind && cheat.verdicts_behind.empty()) continue;
    if (cheat.on_gpu != choice.on_gpu) continue;
    if (choice.names.empty() || choice.names.count(cheat.name) != 0) chosen.push_back(cheat);
  }
  const toolchain::TemporaryDirectory directory;
  std::printf("     | attempt | what stopped it | verdict\n");
  const std::size_t at_once = choice.on_gpu ? 1 : 3;  // times are taken; some of the others sleep
  std::vector<std::packaged_task<Outcome()>> tasks;
  for (const Cheat& cheat : chosen)
    tasks.emplace_back([&] { return grade(cheat, graders, directory.path(), choice.behind); });
  std::vector<std::future<Outcome>> outcomes;
  for (auto& task : tasks) outcomes.push_back(task.get_future());
  std::atomic<std::size_t> next{0};
  std::vector<std::jthread> workers;
  for (std::size_t w = 0; w < at_once; ++w)
    workers.emplace_back([&] {
      for (std::size_t k; (k = next++) < tasks.size();) tasks[k]();
    });
  std::size_t stopped = 0;
  for (std::size_t k = 0; k < chosen.size(); ++k) {
    const Outcome outcome = outcomes[k].get();
    if (choice.on_gpu && outcome.verdict == "no_device") {
      next = tasks.size();
      return no_gpu;
    }
    stopped += outcome.problem.empty();
    print(chosen[k], outcome);
  }
  std::printf("%zu of %zu cheats stopped by what is due\n", stopped, chosen.size());
  return stopped == chosen.size() && !chosen.empty() ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  Choice choice;
  choice.names = {argv + std::min(argc, 3), argv + argc};
  choice.behind = choice.names.erase("--behind-the-rules") != 0;
  choice.on_gpu = choice.names.erase("--on-gpu") != 0;
  if (argc < 3) {
    std::cerr << "usage: run_cheats FOLDER_OF_GRADERS CHEATS_FOLDER "
                 "[--behind-the-rules | --on-gpu] [NAME...]\n";
    return 2;
  }
  try {
    return run(argv[1], argv[2], choice);
  } catch (const std::exception& problem) {
    std::cerr << "run_cheats: " << problem.what() << '\n';
    return 2;
  }
}
