// Checks of values with a worker: what is right, what is wrong, what is not done.
#include "harness/catch.hpp"
#include "tests/harness/grading_bench.hpp"

using namespace harness;
using grading_bench::Bench;
using grading_bench::tags;
using result::Verdict;

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

TEST_CASE("outputs that nobody touched are work not done") {
  Bench idle;
  idle.check("untouched", {1});
  CHECK(idle.grading.checks().back().findings.at(0).message == "d_sum was never written");
  CHECK(idle.grading.nothing_done());
  CHECK(idle.safety("untouched").verdict == Verdict::not_done);
  idle.check("wrong", {1});
  CHECK_FALSE(idle.grading.nothing_done());
  Bench busy;
  busy.check("exit0");
  CHECK_FALSE(busy.grading.nothing_done());
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
