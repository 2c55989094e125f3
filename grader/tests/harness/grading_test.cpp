// Workers that misbehave, and checks that cannot be judged.
#include "harness/catch.hpp"
#include "tests/harness/grading_bench.hpp"

using namespace harness;
using grading_bench::Bench;
using grading_bench::of;
using grading_bench::other_processes;
using grading_bench::tags;
using result::Verdict;

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

TEST_CASE("a machine without address space is no fault of the submission") {
  Bench bench;
  const result::Check& check = bench.check("no address space");
  CHECK(check.verdict == Verdict::grader_error);
  CHECK(check.reason ==
        "the emulator cannot reserve its address space: is it limited (ulimit -v)?");
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
  bench.grading.not_run("there is no such device");
  bench.grading.end_check("");
  const result::Check& check = bench.grading.checks().back();
  CHECK(check.verdict == Verdict::not_run);
  CHECK(check.reason == "there is no such device");
  CHECK(check.max_points == 0);
}
