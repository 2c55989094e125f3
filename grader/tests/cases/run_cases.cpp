// Grades the cases of one lab and compares what each earned with what it is due (README.md):
//   run_cases GRADER LAB CASES_FOLDER [NAME|handed|own...]
// Prints the kill table; exits with 1 where a case misses, 2 where the cases cannot be read. A case
// that open.txt names is known to miss; it fails the test when it no longer does.
#include <cstdio>
#include <exception>
#include <fstream>
#include <functional>
#include <future>
#include <iostream>
#include <set>
#include <string>

#include "case_file.hpp"
#include "result/result.hpp"
#include "toolchain/process.hpp"
#include "toolchain/submission.hpp"

namespace {

using cases::CaseFile;
using cases::Due;
using result::Category;
using result::Verdict;

/// What a case earned, and what is wrong with it.
struct Outcome {
  std::set<std::string> earned;  ///< Verdicts of its checks and of the lab, without pass.
  std::string details;           ///< The first finding of each code, one line each.
  std::string problem;           ///< Empty where the case got what it is due.
};

std::string describe(const result::Check& check) {
  std::string text = "      " + std::string(result::name(check.verdict)) + ": " + check.name;
  if (!check.reason.empty()) text += ": " + check.reason;
  if (check.findings.empty()) return text + '\n';
  const result::Finding& finding = check.findings.front();
  text += ": " + finding.message + " (" + finding.at_case + ")";
  for (const result::Place& place : finding.places)
    text += "; line " + std::to_string(place.line) + " " + place.role + ", " + place.thread;
  return text + '\n';
}

bool judges_nothing(const result::Check& check) {
  return check.verdict == Verdict::not_run && check.max_points == 0;
}

std::string compare(const CaseFile& file, const result::Lab& lab, const Outcome& outcome) {
  if (outcome.earned.count("grader_error") != 0) return "the grader failed";
  if (file.due == Due::policy)
    return lab.verdict == Verdict::policy ? "" : "its verdict is not policy";
  if (file.due == Due::reject) {
    for (const std::string& code : file.codes)
      if (outcome.earned.count(code) != 0) return {};
    return "no code that is due was earned";
  }
  if (lab.checks.empty()) return "it was not judged";
  for (const result::Check& check : lab.checks)
    if (check.category != Category::efficiency && !judges_nothing(check) &&
        (check.verdict != Verdict::pass || check.points < check.max_points))
      return "a false finding: " + check.name;
  return {};
}

Outcome grade(const CaseFile& file, const std::string& grader,
              const std::filesystem::path& directory) {
  const std::filesystem::path submission = directory / (file.name + ".cu");
  const std::filesystem::path report = directory / (file.name + ".json");
  cases::join(file, submission);
  const auto run =
      toolchain::run({grader, "--submission", submission.string(), "--result", report.string()});
  Outcome outcome;
  if (!std::filesystem::exists(report)) {
    outcome.problem = "no result";
    outcome.details = run.output + run.error;
    return outcome;
  }
  const result::Lab lab = result::read_file(report).front();
  const auto earn = [&](Verdict verdict) {
    return verdict != Verdict::pass && verdict != Verdict::not_run &&
           outcome.earned.insert(std::string(result::name(verdict))).second;
  };
  for (const result::Check& check : lab.checks)
    if (earn(check.verdict)) outcome.details += describe(check);
  if (earn(lab.verdict)) outcome.details += lab.build_output;
  outcome.problem = compare(file, lab, outcome);
  return outcome;
}

std::string joined(const std::set<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text.empty() ? "-" : text;
}

/// Cases of each kind, and how many of them got what they are due.
struct Totals {
  int cases[3] = {}, right[3] = {};
  void count(Due due, bool ok) {
    ++cases[static_cast<int>(due)];
    right[static_cast<int>(due)] += ok;
  }
};

void print_totals(int lab, const char* which, const Totals& totals) {
  std::printf("lab %02d %-7s rejected %d of %d, accepted %d of %d, policy %d of %d\n", lab, which,
              totals.right[0], totals.cases[0], totals.right[1], totals.cases[1], totals.right[2],
              totals.cases[2]);
}

/// The first word of each line; what follows says why.
std::set<std::string> open_cases(const std::filesystem::path& folder) {
  std::set<std::string> names;
  std::ifstream list(folder / "open.txt");
  for (std::string line; std::getline(list, line);)
    if (!line.empty() && line[0] != '#') names.insert(line.substr(0, line.find(' ')));
  return names;
}

void print(const CaseFile& file, const Outcome& outcome, bool known) {
  const bool ok = outcome.problem.empty();
  std::printf("%-4s %-44s due %-44s earned %s\n",
              ok      ? "ok"
              : known ? "OPEN"
                      : "MISS",
              file.name.c_str(),
              file.due == Due::reject ? joined(file.codes).c_str() : cases::name(file.due),
              joined(outcome.earned).c_str());
  if (ok && known) std::printf("    judged rightly: take it off open.txt\n");
  if (!ok) std::printf("    %s\n%s", outcome.problem.c_str(), outcome.details.c_str());
  std::fflush(stdout);
}

/// The folder that a case lies in.
const char* group_of(const CaseFile& file) { return file.adapter.empty() ? "own" : "handed"; }

int run(const std::string& grader, int lab, const std::filesystem::path& folder,
        const std::set<std::string>& names) {
  std::vector<CaseFile> files;
  for (const CaseFile& file : cases::read_cases(folder, lab))
    if (names.empty() || names.count(file.name) != 0 || names.count(group_of(file)) != 0)
      files.push_back(file);

  const toolchain::TemporaryDirectory directory;
  const std::set<std::string> open = open_cases(folder);
  Totals handed, own;
  int failures = 0;
  constexpr std::size_t at_once = 2;
  std::vector<std::future<Outcome>> outcomes;
  for (std::size_t k = 0; k < files.size(); ++k) {
    for (; outcomes.size() < std::min(files.size(), k + at_once);) {
      const CaseFile& file = files[outcomes.size()];
      outcomes.push_back(std::async(std::launch::async, grade, std::cref(file), grader,
                                    std::cref(directory.path())));
    }
    const Outcome outcome = outcomes[k].get();
    const bool ok = outcome.problem.empty(), known = open.count(files[k].name) != 0;
    failures += ok == known;
    (files[k].adapter.empty() ? own : handed).count(files[k].due, ok);
    print(files[k], outcome, known);
  }
  print_totals(lab, "handed", handed);
  print_totals(lab, "own", own);
  return failures == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) {
    std::cerr << "usage: run_cases GRADER LAB CASES_FOLDER [NAME|handed|own...]\n";
    return 2;
  }
  try {
    return run(argv[1], std::stoi(argv[2]), argv[3], {argv + 4, argv + argc});
  } catch (const std::exception& problem) {
    std::cerr << "run_cases: " << problem.what() << '\n';
    return 2;
  }
}
