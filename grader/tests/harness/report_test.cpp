// What a grader prints when it is used alone.
#include <unistd.h>

#include <cmath>
#include <sstream>

#include "harness/catch.hpp"
#include "harness/console_report.hpp"
#include "harness/limits.hpp"
#include "harness/run_report.hpp"
#include "harness/timings.hpp"
#include "tests/harness/fabricated.hpp"
#include "tests/harness/fake_worker.hpp"

using namespace harness;
using result::Verdict;

namespace {

bool contains(const std::string& text, const std::string& part) {
  INFO(text);
  const bool found = text.find(part) != std::string::npos;
  CHECK(found);
  return found;
}

const std::vector<Function>& functions() {
  static const std::vector<Function> all = {{"array_sum", {"d_in"}, {"d_sum"}}};
  return all;
}
std::vector<ExpectedOutput> reference(const Problem& problem) {
  double sum = 0;
  for (const float x : problem.inputs[0]) sum += static_cast<double>(x);
  return {{{sum}, {}, Element::f32}};
}
void cpu(const Problem& problem, std::vector<std::vector<float>>& outputs) {
  outputs.at(0).at(0) = sum_one_core(problem.inputs[0]);
}
IdealCounts ideal(std::size_t n, int) {
  IdealCounts counts;
  counts.requests = static_cast<double>(n) / 32;
  return counts;
}
TimingPlan timing() { return {{std::size_t{1} << 16}, 256, 4, &ideal}; }

const LabCode lab_code = {&functions, &reference, &cpu, &cpu, &timing};

std::pair<Verdict, std::string> run(const char* how, std::uint64_t n) {
  fake_worker::behave(how);
  Manifest manifest;
  manifest.lab = "02_shared_reduction";
  manifest.title = "Shared-memory reduction";
  auto sources = fabricated::sources();
  std::ostringstream out;
  const Verdict verdict = run_and_report(
      {manifest, lab_code, fake_worker::program, {n, 128, 7}, 1, true}, sources, out);
  unsetenv("FAKE_WORKER");
  return {verdict, out.str()};
}

result::Lab graded() {
  result::Lab lab;
  lab.lab = "02_shared_reduction";
  lab.submission = "sum.cu";
  lab.backend = "emulator";
  result::Check good;
  good.name = "first";
  good.task = 1;
  good.verdict = Verdict::pass;
  good.points = good.max_points = 60;
  result::Check bad;
  bad.name = "second";
  bad.task = 2;
  bad.max_points = 40;
  bad.verdict = Verdict::data_race;
  result::Finding finding;
  finding.code = Verdict::data_race;
  finding.message = "two threads touch partial[17] with no barrier between them";
  finding.places = {{"reads it here", "sum.cu", 24, "partial[i] += x;", "thread 1 of block 0"}};
  finding.look_at = "What makes a whole block wait?";
  finding.at_case = "n = 64, block_size = 64, seed 1";
  finding.occurrences = 255;
  bad.findings = {finding};
  lab.checks = {good, bad};
  result::summarize(lab);
  return lab;
}

Manifest manifest() {
  Manifest m;
  m.lab = "02_shared_reduction";
  return m;
}

}  // namespace

TEST_CASE("a wrong answer says what it looks like") {
  result::Finding finding;
  finding.code = Verdict::wrong_answer;
  finding.difference.emplace();
  finding.difference->output = "d_out";
  CHECK(finding_text(finding).find("looks like") == std::string::npos);
  finding.difference->shape = {"inclusive_scan", "the scan is inclusive"};
  finding.difference->smallest_n = 1025;
  const std::string text = finding_text(finding);
  contains(text, "  looks like: the scan is inclusive\n");
  contains(text, "  smallest length found to fail: 1,025\n");
}

TEST_CASE("rounding is told beside other programs'") {
  result::Lab lab = graded();
  lab.accuracy = result::Accuracy{"d_sum", 1000, 0.5, 16, 1, 0};
  contains(console_report(lab, manifest()),
           "rounding: d_sum of 1000 reals: error 0.5 of at most 16, the worst case of");
  CHECK(result::accuracy_text(*lab.accuracy) ==
        "d_sum of 1000 reals: error 0.5 of at most 16, the worst case of any order; 0.5 of a plain "
        "float loop's, 0.5 beside 0 of a pairwise tree's");
}

TEST_CASE("the first failing check is shown in full, all are listed") {
  const std::string text = console_report(graded(), manifest());
  contains(text, "02 shared_reduction      60 / 100  data_race\n");
  contains(text, "two threads touch partial[17] with no barrier between them\n");
  contains(text,
           "  thread 1 of block 0 reads it here\n    --> sum.cu:24\n      24 | partial[i] += x;\n");
  contains(text, "  What makes a whole block wait?\n");
  contains(text, "  case: n = 64, block_size = 64, seed 1\n  and 254 more like it\n");
  contains(text, "  task 1  correctness  60 / 60   first\n");
  contains(text, "  task 2  correctness   0 / 40   second  [data_race]\n");
}

TEST_CASE("a reason that many checks share is said once") {
  result::Lab lab = graded();
  for (result::Check& check : lab.checks) {
    check.verdict = Verdict::not_run;
    check.reason = "the submission does not compile";
  }
  const std::string text = console_report(lab, manifest());
  const std::size_t first = text.find("the submission does not compile");
  REQUIRE(first != std::string::npos);
  CHECK(text.find("the submission does not compile", first + 1) == std::string::npos);
}

TEST_CASE("work not done names the file to open") {
  result::Lab lab = graded();
  lab.verdict = Verdict::not_done;
  const std::string text = console_report(lab, manifest());
  contains(text, "not done");
  contains(text, "  open   sum.cu\n  read   labs/02_shared_reduction/README.md\n");
}

TEST_CASE("a run prints the lesson programs' report") {
  const auto [verdict, text] = run("right", 1000000);
  CHECK(verdict == Verdict::pass);
  contains(text, "Sum to Scan 02: Shared-memory reduction\n");
  contains(text, "Elements                : 1000000\n");
  contains(text, "Data size               : 3.8 MiB\n");
  contains(text, "Block size              : 128\n");
  contains(text, "Repeat                  : 7\n");
  contains(text, "[Timing]\nCPU, one core           : ");
  contains(text, "says nothing about a GPU\n");
  contains(text, "Largest difference      : 0\nResult                  : PASS\n");
  contains(text, "[Sample]\ninput[0..7]             : ");
  contains(text, "d_sum                   : ");
}

TEST_CASE("a run counts one call more, where it was right and is not too long") {
  const auto [verdict, text] = run("right", 1000);
  CHECK(verdict == Verdict::pass);
  contains(text, "[Counted]\nRequests                : 0   (ideal 31.25)\n");
  contains(text, "Global atomics          : 0\n");
  for (const auto& [how, n] : {std::pair{"wrong", 1000}, {"right", 2000000}, {"exit0", 1000}})
    CHECK(run(how, static_cast<std::uint64_t>(n)).second.find("[Counted]") == std::string::npos);
}

TEST_CASE("a report shows what was counted") {
  result::Lab lab = graded();
  CHECK(console_report(lab, manifest()).find("counted at") == std::string::npos);
  lab.counted = {std::uint64_t{1} << 20, 256, {{"requests", 32770, 32768.0}, {"sectors", 4.5, {}}}};
  contains(console_report(lab, manifest()),
           "  counted at n = 1,048,576, block_size = 256\n"
           "    requests                  32,770   (ideal 32,768)\n"
           "    sectors                      4.5\n");
}

TEST_CASE("a run of no elements prints the check and no times") {
  const auto [verdict, text] = run("right", 0);
  CHECK(verdict == Verdict::pass);
  contains(text, "Result                  : PASS\n");
  CHECK(text.find("[Timing]") == std::string::npos);
}

TEST_CASE("a run that is wrong, or does not return, says so") {
  const auto [wrong, text] = run("wrong", 1000);
  CHECK(wrong == Verdict::wrong_answer);
  contains(text, "Largest difference      : 1\nResult                  : FAIL (wrong_answer)\n");
  const auto [gone, left] = run("exit0", 1000);
  CHECK(gone == Verdict::crash);
  contains(left, "Result                  : FAIL (crash)\n");
  contains(left, "the process ended itself with exit code 0");
  const auto [nowhere, none] = run("no device", 1000);
  CHECK(nowhere == Verdict::no_device);
  contains(none, "FAIL (no_device)");
}

TEST_CASE("CPU rows: one core and all, at the plan's first size") {
  const auto rows = time_cpu(lab_code, 1);
  REQUIRE(rows.size() == 2);
  CHECK(rows[0].what == "CPU, one core");
  for (const result::Timing& row : rows) {
    CHECK(row.n == 65536);
    CHECK(row.repeats >= 5);
    CHECK(row.median_ms > 0);
    CHECK(row.spread >= 0);
    CHECK(row.note.find("-O3") != std::string::npos);
  }
}

TEST_CASE("the limit of a check follows the reference and the machine, and is 4 s at least") {
  CHECK(check_limit(0.01, 1) == 6);
  CHECK(check_limit(1, 1) == 10);
  CHECK(check_limit(1, 2.5) == 25);
  CHECK(wall_limit(10) == 21);
  CHECK(machine_factor() >= 0.25);
  CHECK(machine_factor() <= 20);
}

TEST_CASE("a GPU's rows say how fast bytes moved, and what is wrong with a time") {
  result::Lab lab = graded();
  lab.backend = "cuda";
  result::Timing kernel = {"GPU, kernel", 4194304, 256, 10, 0.0052, 0.02, "events"};
  kernel.gigabytes_per_second = 3226.4;
  kernel.outcome = Verdict::noisy;
  kernel.why = "times differ";
  lab.timings = {kernel, {"GPU, end to end, pinned", 4194304, 256, 1, 0.65, 0, "copies"}};
  const std::string text = console_report(lab, manifest());
  contains(text,
           "  GPU, kernel                   0.0052 ms   n = 4,194,304, median of 10, spread 2 %, "
           "3226 GB/s\n    noisy: times differ\n"
           "  GPU, end to end, pinned       0.6500 ms   n = 4,194,304\n");
}
