// Edits the course's sources at random, grades what comes of it, and judges the graders:
//   run_fuzz REPOSITORY GRADERS [--seconds N] [--jobs N] [--seed S] [--lab N] [--keep FOLDER]
// Exits with 1 where a grader did what it must not do; --help says more.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <fstream>
#include <iostream>
#include <map>
#include <stdexcept>

#include "campaign.hpp"
#include "corpus.hpp"
#include "judge.hpp"
#include "make.hpp"
#include "observe.hpp"

namespace {

using Clock = std::chrono::steady_clock;
using nlohmann::json;

struct Options {
  std::filesystem::path repository, graders, keep, write, corpus;
  std::uint64_t seed = 1, count = 0;
  unsigned seconds = 60, jobs = 1, limit = 120;
  int lab = 0;
};

/// What has come of the campaign so far.
class Tally {
 public:
  explicit Tally(bool live) : live_(live) {}

  void take(const fuzz::Graded& graded) {
    ++made_;
    ++verdicts_[graded.verdict];
    if (graded.seconds > slowest_.seconds) slowest_ = graded;
    if (!graded.findings.empty()) report(graded);
    const auto now = Clock::now();
    if (live_) std::cerr << "\r\x1b[K" << progress() << std::flush;
    if (live_ || now - shown_ < std::chrono::minutes(1)) return;
    shown_ = now;
    std::cerr << progress() << '\n';
  }

  int findings() const { return findings_; }

  void print_summary() const {
    if (live_) std::cerr << "\r\x1b[K" << std::flush;
    std::printf("%d submissions in %.0f s\n", made_, seconds());
    for (const auto& [verdict, count] : verdicts_) std::printf("%8d  %s\n", count, verdict.c_str());
    std::printf("slowest: seed %llu, %.1f s (%s)\n", static_cast<unsigned long long>(slowest_.seed),
                slowest_.seconds, slowest_.edits.c_str());
    std::printf("findings: %d, of which %d did not come again\n", findings_, only_once_);
  }

 private:
  double seconds() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }
  std::string progress() const {
    return std::to_string(made_) + " submissions, " + std::to_string(findings_) + " findings, " +
           std::to_string(static_cast<int>(seconds())) + " s";
  }
  void report(const fuzz::Graded& graded) {
    ++findings_;
    only_once_ += !graded.came_again;
    if (live_) std::cerr << "\r\x1b[K" << std::flush;
    std::cout << "seed " << graded.seed << ", " << graded.lab << ": " << graded.original << ": "
              << graded.edits << '\n';
    for (const std::string& finding : graded.findings) std::cout << "    " << finding << '\n';
    if (!graded.came_again) std::cout << "    It did not come again.\n";
    std::cout << std::flush;
  }

  bool live_;
  int made_ = 0, findings_ = 0, only_once_ = 0;
  std::map<std::string, int> verdicts_;
  fuzz::Graded slowest_;
  Clock::time_point begin_ = Clock::now(), shown_ = begin_;
};

/// Writes the submissions and grades none.
void write_texts(const Options& options, const std::vector<fuzz::Lab>& labs) {
  std::filesystem::create_directories(options.write);
  for (std::uint64_t k = 0; k < std::max<std::uint64_t>(options.count, 1); ++k) {
    const fuzz::Submission made = fuzz::make_submission(labs, options.seed + k);
    const auto file = options.write / (std::to_string(made.seed) + '_' + made.lab->name + ".cu");
    std::ofstream out(file, std::ios::binary);
    if (!(out << made.text) || !out.flush())
      throw std::runtime_error(file.string() + " cannot be written.");
    std::cout << file.string() << ": " << made.original;
    for (const std::string& edit : made.edits) std::cout << ", " << edit;
    std::cout << '\n';
  }
}

/// Grades each file that was a finding once; returns how many are one again.
int grade_corpus(const Options& options, const std::vector<fuzz::Lab>& labs, const json& schema) {
  fuzz::prepare_to_observe();
  int findings = 0;
  const std::vector<fuzz::Kept> all = fuzz::read_corpus(options.corpus, labs);
  for (const fuzz::Kept& kept : all) {
    const fuzz::Observed observed =
        fuzz::observe(kept.submission, options.graders / ("grade_" + kept.submission.lab->name),
                      std::chrono::seconds(options.limit));
    if (fuzz::interrupted()) return findings;
    fuzz::Judgement judgement = fuzz::judge(kept.submission, observed, schema);
    if (judgement.verdict != kept.verdict)
      judgement.findings.push_back("Its verdict is " + judgement.verdict + ", and " + kept.verdict +
                                   " is due.");
    findings += !judgement.findings.empty();
    for (const std::string& finding : judgement.findings)
      std::cout << kept.submission.original << ": " << finding << std::endl;
  }
  std::printf("%d submissions, findings: %d\n", static_cast<int>(all.size()), findings);
  return findings;
}

int run(const Options& options) {
  std::vector<fuzz::Lab> labs = fuzz::read_stock(options.repository);
  if (options.lab > 0)
    std::erase_if(labs, [&](const fuzz::Lab& lab) { return lab.number != options.lab; });
  if (labs.empty()) throw std::runtime_error("There is no lab of that number.");
  if (!options.write.empty()) return write_texts(options, labs), 0;

  std::ifstream file(options.repository / "grader/result/result.schema.json");
  const json schema = json::parse(file);
  fuzz::watch_for_interrupts();
  if (!options.corpus.empty()) {
    const int found = grade_corpus(options, labs, schema);
    return fuzz::interrupted() ? 130 : found == 0 ? 0 : 1;
  }
  fuzz::Campaign campaign;
  campaign.graders = options.graders;
  campaign.seed = options.seed;
  campaign.count = options.count;
  campaign.time = std::chrono::seconds(options.seconds);
  campaign.grading_limit = std::chrono::seconds(options.limit);
  campaign.jobs = options.jobs;
  campaign.keep = options.keep;
  Tally tally(isatty(STDERR_FILENO) != 0);
  fuzz::run_campaign(campaign, labs, schema,
                     [&](const fuzz::Graded& graded) { tally.take(graded); });
  tally.print_summary();
  if (fuzz::interrupted()) return 130;
  return tally.findings() == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Edits the course's sources at random and judges what its graders do with them.");
  Options options;
  app.add_option("repository", options.repository, "the course's folder")->required();
  app.add_option("graders", options.graders, "the folder of its graders: build/bin")->required();
  app.add_option("--seconds", options.seconds, "no grader starts later (60); 0: no limit");
  app.add_option("--count", options.count, "submissions at most; 0: no limit");
  app.add_option("--jobs", options.jobs, "graders at a time (1)")->check(CLI::Range(1, 256));
  app.add_option("--seed", options.seed, "of the first submission (1); each next has one more");
  app.add_option("--lab", options.lab, "this lab alone; a seed then means another file");
  app.add_option("--keep", options.keep, "a folder for the submissions that found something");
  app.add_option("--limit", options.limit, "seconds that a grader may take (120)");
  app.add_option("--write", options.write, "write the submissions to this folder, grade none");
  app.add_option("--corpus", options.corpus, "grade the submissions listed in this folder alone");
  app.footer("Exit codes: 0 no findings, 1 some, 2 wrong use, 130 interrupted.");
  try {
    app.parse(argc, argv);
    options.graders = std::filesystem::absolute(options.graders);
    return run(options);
  } catch (const CLI::ParseError& problem) {
    return app.exit(problem) == 0 ? 0 : 2;
  } catch (const std::exception& problem) {
    std::cerr << "run_fuzz: " << problem.what() << '\n';
    return 2;
  }
}
