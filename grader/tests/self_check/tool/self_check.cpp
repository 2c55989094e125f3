// Holds the graders against submissions whose verdicts are known: starters, solutions, and the
// cases of tests/cases. See README.md beside this file.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <deque>
#include <exception>
#include <fstream>
#include <future>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "tests/self_check/tool/case_file.hpp"
#include "tests/self_check/tool/grade_file.hpp"
#include "tests/self_check/tool/regions.hpp"
#include "toolchain/submission.hpp"

namespace {

namespace fs = std::filesystem;
using cases::CaseFile;
using cases::Due;
using self_check::Graded;

struct Options {
  fs::path course;     ///< Holds labs/, starter/, solutions/ and grader/tests/cases/.
  fs::path graders;    ///< Holds grade_NN_slug.
  std::set<int> labs;  ///< Empty: all.
  std::set<std::string> only;
  std::string backend = "emulator";
  unsigned jobs = std::max(1u, std::thread::hardware_concurrency());

  bool wants(const CaseFile& file) const {
    return only.count(file.name) != 0 || only.count(file.adapter.empty() ? "own" : "handed") != 0;
  }
  /// Single cases are looked at for themselves.
  bool is_whole() const { return only.count("handed") != 0 || only.count("own") != 0; }
};

/// Cases of each kind, and how many of them got what they are due.
struct Totals {
  int cases[3] = {}, right[3] = {};
  void count(Due due, bool ok) {
    ++cases[static_cast<int>(due)];
    right[static_cast<int>(due)] += ok;
  }
  void add(const Totals& other) {
    for (int k = 0; k < 3; ++k) cases[k] += other.cases[k], right[k] += other.right[k];
  }
  std::string text() const {
    std::string line;
    const char* const words[] = {"rejected ", "accepted ", "policy "};
    for (int k = 0; k < 3; ++k)
      line += (k > 0 ? ", " : "") + std::string(words[k]) + std::to_string(right[k]) + " of " +
              std::to_string(cases[k]);
    return line;
  }
};

struct Summary {
  int labs = 0, starters = 0, solutions = 0, checks = 0, killing_nothing = 0, problems = 0;
  Totals handed, own;
};

std::string read(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

std::string joined(const std::set<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text.empty() ? "-" : text;
}

/// The .cu file of a folder, or nothing.
fs::path submission_in(const fs::path& folder) {
  if (!fs::is_directory(folder)) return {};
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == ".cu") return entry.path();
  return {};
}

/// The first word of each line; what follows says why.
std::set<std::string> open_cases(const fs::path& folder) {
  std::set<std::string> names;
  std::ifstream list(folder / "open.txt");
  for (std::string line; std::getline(list, line);)
    if (!line.empty() && line[0] != '#') names.insert(line.substr(0, line.find(' ')));
  return names;
}

class SelfCheck {
 public:
  explicit SelfCheck(Options options)
      : options_(std::move(options)),
        cases_folder_(options_.course / "grader/tests/cases"),
        open_(open_cases(cases_folder_)) {}

  int run() {
    const auto begin = std::chrono::steady_clock::now();
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(options_.course / "labs"))
      if (entry.is_directory()) names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    std::vector<Lab> labs;
    for (const std::string& name : names)
      if (options_.labs.empty() || options_.labs.count(std::stoi(name)) != 0)
        labs.push_back(begin_lab(name));
    std::vector<std::jthread> workers;
    for (unsigned k = 0; k < options_.jobs; ++k) workers.emplace_back([this] { work(); });
    for (Lab& lab : labs) finish(lab);
    const double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    if (labs.empty()) problem("there is no such lab");
    std::printf(
        "\nself-check: %d labs, %d starters not done, %d solutions with full points; handed cases: "
        "%s; own cases: %s; %d checks, %d of them fail no case; %d problems; %.0f s\n",
        summary_.labs, summary_.starters, summary_.solutions, summary_.handed.text().c_str(),
        summary_.own.text().c_str(), summary_.checks, summary_.killing_nothing, summary_.problems,
        seconds);
    return summary_.problems == 0 ? 0 : 1;
  }

 private:
  struct Lab {
    std::string name;
    int number = 0;
    fs::path starter, solution;
    std::future<Graded> starter_graded, solution_graded;
    std::vector<CaseFile> cases;
    std::vector<std::future<Graded>> cases_graded;
  };

  std::future<Graded> queue(const std::string& lab, const fs::path& submission,
                            const std::string& name) {
    queue_.emplace_back([=, this] {
      return self_check::grade(options_.graders / ("grade_" + lab), submission,
                               directory_.path() / (name + ".json"), options_.backend);
    });
    return queue_.back().get_future();
  }

  /// Grades what was queued, in that order, several at once.
  void work() {
    for (std::size_t k; (k = next_++) < queue_.size();) queue_[k]();
  }

  Lab begin_lab(const std::string& name) {
    Lab lab;
    lab.name = name;
    lab.number = std::stoi(name);
    if (options_.is_whole()) {
      lab.starter = submission_in(options_.course / "starter" / name);
      lab.solution = submission_in(options_.course / "solutions" / name);
      lab.starter_graded = queue(name, lab.starter, name + ".starter");
      if (!lab.solution.empty())
        lab.solution_graded = queue(name, lab.solution, name + ".solution");
    }
    for (const CaseFile& file : cases::read_cases(cases_folder_, lab.number)) {
      if (!options_.wants(file)) continue;
      const fs::path submission = directory_.path() / (file.name + ".cu");
      cases::join(file, submission);
      lab.cases.push_back(file);
      lab.cases_graded.push_back(queue(name, submission, file.name));
    }
    return lab;
  }

  void finish(Lab& lab) {
    ++summary_.labs;
    std::printf("%s\n", lab.name.c_str());
    std::map<std::string, int> kills;  // of each check
    if (options_.is_whole()) judge_course_files(lab, kills);
    Totals handed, own;
    for (std::size_t k = 0; k < lab.cases.size(); ++k) {
      const CaseFile& file = lab.cases[k];
      const Graded graded = lab.cases_graded[k].get();
      const bool ok = judge_case(file, graded);
      (file.adapter.empty() ? own : handed).count(file.due, ok);
      if (!graded.lab || file.due == Due::accept) continue;
      for (const result::Check& check : graded.lab->checks)
        if (self_check::fails(check)) ++kills[check.name];
    }
    std::printf("lab %02d handed  %s\nlab %02d own     %s\n", lab.number, handed.text().c_str(),
                lab.number, own.text().c_str());
    summary_.handed.add(handed);
    summary_.own.add(own);
    if (!options_.is_whole()) return;
    for (const auto& [check, count] : kills) {
      ++summary_.checks;
      if (count > 0) continue;
      ++summary_.killing_nothing;
      std::printf("  fails no case: %s\n", check.c_str());
    }
  }

  void judge_course_files(Lab& lab, std::map<std::string, int>& kills) {
    const std::string starter = self_check::wrong_with_starter(lab.starter_graded.get());
    summary_.starters += starter.empty();
    tell("starter", starter);
    if (lab.solution.empty()) return;
    const Graded graded = lab.solution_graded.get();
    const std::string solution =
        self_check::wrong_with_solution(graded, options_.backend == "emulator");
    summary_.solutions += solution.empty();
    tell("solution", solution);
    if (graded.lab)
      for (const result::Check& check : graded.lab->checks) kills[check.name] = 0;
    tell("the same outside the regions",
         self_check::difference_outside_regions(read(lab.starter), read(lab.solution)));
  }

  void tell(const char* what, const std::string& wrong) {
    std::printf("%-4s %s%s%s\n", wrong.empty() ? "ok" : "MISS", what, wrong.empty() ? "" : ": ",
                wrong.c_str());
    std::fflush(stdout);
    summary_.problems += !wrong.empty();
  }

  bool judge_case(const CaseFile& file, const Graded& graded) {
    const std::string wrong = self_check::wrong_with_case(file, graded);
    const bool ok = wrong.empty(), known = open_.count(file.name) != 0;
    std::printf("%-4s %-44s due %-44s earned %s\n",
                ok      ? "ok"
                : known ? "OPEN"
                        : "MISS",
                file.name.c_str(),
                file.due == Due::reject ? joined(file.codes).c_str() : cases::name(file.due),
                graded.lab ? joined(self_check::earned(*graded.lab)).c_str() : "nothing");
    if (ok && known) problem("judged rightly: take it off open.txt");
    if (!ok)
      std::printf("    %s\n%s", wrong.c_str(),
                  graded.lab ? self_check::details(*graded.lab).c_str() : "");
    summary_.problems += !ok && !known;
    std::fflush(stdout);
    return ok;
  }

  void problem(const char* sentence) {
    std::printf("    %s\n", sentence);
    ++summary_.problems;
  }

  Options options_;
  fs::path cases_folder_;
  std::set<std::string> open_;
  std::deque<std::packaged_task<Graded()>> queue_;
  std::atomic<std::size_t> next_{0};
  toolchain::TemporaryDirectory directory_;
  Summary summary_;
};

}  // namespace

int main(int argc, char** argv) {
  Options options;
  CLI::App app("Holds the graders against submissions whose verdicts are known", "self_check");
  app.add_option("COURSE", options.course, "The repository's folder")->required();
  app.add_option("GRADERS", options.graders, "The folder of grade_NN_slug")->required();
  std::vector<std::string> labs;  // "08" is no octal number
  app.add_option("--lab", labs, "Number of a lab; may be given again (default: all)")
      ->check(CLI::PositiveNumber);
  app.add_option("--only", options.only,
                 "handed (the default), own, or a case's name; may be given again");
  app.add_option("--backend", options.backend, "emulator or cuda")
      ->check(CLI::IsMember({"emulator", "cuda"}));
  app.add_option("--jobs", options.jobs, "Files graded at once (default: one a core)")
      ->check(CLI::Range(1, 256));
  try {
    app.parse(argc, argv);
    for (const std::string& lab : labs) options.labs.insert(std::stoi(lab));
    if (options.only.empty()) options.only = {"handed"};
    return SelfCheck(options).run();
  } catch (const CLI::Success& help) {
    return app.exit(help);
  } catch (const CLI::ParseError& problem) {
    app.exit(problem);
    return 2;
  } catch (const std::exception& problem) {
    std::fprintf(stderr, "self_check: %s\n", problem.what());
    return 2;
  }
}
