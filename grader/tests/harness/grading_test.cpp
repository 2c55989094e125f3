// Checks, workers and verdicts together, with a worker that misbehaves on request.
#include "harness/grading.hpp"

#include <dirent.h>
#include <signal.h>
#include <unistd.h>

#include <fstream>

#include "harness/catch.hpp"
#include "tests/harness/fabricated.hpp"
#include "tests/harness/fake_worker.hpp"

using namespace harness;
using result::Verdict;

namespace {

const std::vector<Function>& functions() {
  static const std::vector<Function> all = {{"array_sum", {"d_in"}, {"d_sum"}}};
  return all;
}

std::vector<ExpectedOutput> reference(const Problem& problem) {
  double sum = 0;
  for (const float x : problem.inputs[0]) sum += static_cast<double>(x);
  return {{{sum}, {}, Element::f32}};
}

const LabCode lab_code = {&functions, &reference, nullptr, nullptr, nullptr};

CheckTags tags() { return {1, result::Category::correctness, 10, {}}; }

Case of(std::size_t n) {
  Case c;
  c.n = n;
  return c;
}

class Bench {
 public:
  explicit Bench(double seconds = 5)
      : grading({{}, lab_code, fake_worker::program, 1, seconds}, fabricated::sources()) {}

  /// One check that asks for right values of each length.
  const result::Check& check(const char* how, const std::vector<std::size_t>& sizes = {100}) {
    return one(how, sizes, false);
  }
  const result::Check& safety(const char* how, const std::vector<std::size_t>& sizes = {100}) {
    return one(how, sizes, true);
  }
  Verdict verdict(const char* how) { return check(how).verdict; }

  Grading grading;

 private:
  const result::Check& one(const char* how, const std::vector<std::size_t>& sizes, bool safe) {
    fake_worker::behave(how);
    grading.begin_check(how, tags());
    for (const std::size_t n : sizes)
      if (safe ? grading.safe(of(n)) : grading.right(of(n))) break;
    grading.end_check("");
    unsetenv("FAKE_WORKER");
    return grading.checks().back();
  }
};

// Processes of this program that are not this one.
int other_processes() {
  int count = 0;
  std::ifstream children("/proc/self/task/" + std::to_string(getpid()) + "/children");
  for (pid_t child = 0; children >> child;) ++count;
  return count;
}

struct Prepared {
  Prepared() { prepare_this_process(); }
} prepared;

}  // namespace

TEST_CASE("right values earn the points, wrong ones do not") {
  Bench bench;
  const result::Check& right = bench.check("right", {0, 1, 33, 1000, 5000});
  CHECK(right.verdict == Verdict::pass);
  CHECK(right.points == 10);
  const result::Check& wrong = bench.check("wrong", {0, 1, 33});
  CHECK(wrong.verdict == Verdict::wrong_answer);
  CHECK(wrong.points == 0);
  CHECK(wrong.findings.at(0).at_case == "n = 0, block_size = 256, seed 1");
  CHECK(wrong.findings.at(0).message == "d_sum is 1, due is 0");
  CHECK(bench.grading.device() == "a fake");
}

TEST_CASE("a worker that dies or lies costs the check in which it does, and no other") {
  Bench bench;
  CHECK(bench.verdict("exit0") == Verdict::crash);
  CHECK(bench.grading.checks().back().findings.at(0).message ==
        "the process ended itself with exit code 0");
  CHECK(bench.verdict("right") == Verdict::pass);
  CHECK(bench.verdict("segv") == Verdict::crash);
  CHECK(bench.verdict("garbage") == Verdict::crash);
  CHECK(bench.verdict("unasked") == Verdict::crash);
  CHECK(bench.verdict("not ready but gone") == Verdict::crash);
  CHECK(bench.verdict("right") == Verdict::pass);
  CHECK(bench.check("exits at the second call", {5}).verdict == Verdict::pass);
  CHECK(bench.check("exits at the second call", {5, 6}).verdict == Verdict::crash);
  CHECK(other_processes() == 0);
}

TEST_CASE("two time limits, and the rest is not run") {
  Bench bench(0.1);
  CHECK(bench.verdict("busy") == Verdict::time_limit);
  CHECK(bench.verdict("right") == Verdict::pass);
  CHECK(bench.verdict("sleeps") == Verdict::time_limit);
  const result::Check& rest = bench.check("right");
  CHECK(rest.verdict == Verdict::not_run);
  CHECK(rest.reason == "two time limits were reached before");
  CHECK(rest.max_points == 10);
  CHECK(other_processes() == 0);
}

TEST_CASE("the limit covers what runs before main, and a closed channel") {
  for (const char* how : {"never ready", "spins before main", "closes"}) {
    Bench bench(0.1);
    CHECK(bench.verdict(how) == Verdict::time_limit);
  }
}

TEST_CASE("nothing of a submission outlives its check") {
  Bench bench;
  CHECK(bench.verdict("forks") == Verdict::pass);
  CHECK(other_processes() == 0);
  CHECK(bench.verdict("leaves a group member") == Verdict::pass);
  CHECK(other_processes() == 0);
}

TEST_CASE("inputs and the sizes of the shared files cannot be changed by a worker") {
  Bench bench;
  CHECK(bench.verdict("writes inputs") == Verdict::pass);
}

TEST_CASE("what a submission prints is a note of three lines at most") {
  Bench bench;
  const result::Check& check = bench.check("prints");
  CHECK(check.verdict == Verdict::pass);
  REQUIRE(check.notes.size() == 1);
  CHECK(check.notes[0] ==
        "printed by the submission: hello from the submission\nhello from the submission\nhello "
        "from the submission");
  CHECK(bench.check("right").notes.empty());
}

TEST_CASE("guards and inputs are judged by safety checks and explain wrong values") {
  Bench bench;
  CHECK(bench.check("overrun").verdict == Verdict::pass);
  CHECK(bench.safety("overrun").verdict == Verdict::out_of_bounds);
  CHECK(bench.grading.checks().back().findings.at(0).message ==
        "d_sum: the 4 bytes behind its end were overwritten");
  CHECK(bench.check("changes input").verdict == Verdict::pass);
  CHECK(bench.safety("changes input").verdict == Verdict::input_modified);
  CHECK(bench.safety("wrong").verdict == Verdict::pass);
}

TEST_CASE("findings belong to the call in which they were made") {
  Bench bench;
  const result::Check& check = bench.safety("finds");
  CHECK(check.verdict == Verdict::data_race);
  CHECK(check.findings.at(0).message == "call 1 races");
}

TEST_CASE("outputs that nobody touched are work not done") {
  Bench idle;
  idle.check("untouched", {1});
  CHECK(idle.grading.checks().back().findings.at(0).message == "d_sum was never written");
  CHECK(idle.grading.nothing_done());
  idle.check("wrong", {1});
  CHECK_FALSE(idle.grading.nothing_done());
  Bench busy;
  busy.check("exit0");
  CHECK_FALSE(busy.grading.nothing_done());
}

TEST_CASE("no device ends everything, once") {
  Bench bench;
  CHECK(bench.verdict("no device") == Verdict::no_device);
  CHECK(bench.verdict("right") == Verdict::no_device);
  CHECK(bench.grading.no_device());
}

TEST_CASE(
    "a check with wrong tags, without a call, or that fails by itself is the grader's fault") {
  Bench bench;
  bench.grading.begin_check("untagged", parse_tags({"task1"}, 1));
  CHECK(bench.grading.right(of(1)).has_value());
  bench.grading.end_check("");
  CHECK(bench.grading.checks().back().verdict == Verdict::grader_error);
  CHECK(bench.grading.checks().back().reason.find("\"untagged\"") != std::string::npos);
  bench.grading.begin_check("empty", tags());
  bench.grading.end_check("");
  CHECK(bench.grading.checks().back().verdict == Verdict::grader_error);
  bench.grading.begin_check("broken", tags());
  bench.grading.end_check("checks.cpp:3: 1 == 2");
  CHECK(bench.grading.checks().back().verdict == Verdict::grader_error);
}

TEST_CASE("a check that is not to run keeps its points out of the total") {
  Bench bench;
  bench.grading.begin_check("later", tags());
  bench.grading.not_run("its observer is not built yet");
  bench.grading.end_check("");
  const result::Check& check = bench.grading.checks().back();
  CHECK(check.verdict == Verdict::not_run);
  CHECK(check.reason == "its observer is not built yet");
  CHECK(check.max_points == 0);
}

TEST_CASE("worked examples must agree with the oracle") {
  Bench bench;
  fake_worker::behave("right");
  bench.grading.begin_check("example", tags());
  CHECK_FALSE(bench.grading.values(literal({3, 1, 7, 0, 4, 1, 6, 3}, 8), {{25}}).has_value());
  CHECK(bench.grading.values(literal({3, 1, 7}, 8), {{12}}).has_value());
  bench.grading.end_check("");
  unsetenv("FAKE_WORKER");
  CHECK(bench.grading.checks().back().verdict == Verdict::grader_error);
}
