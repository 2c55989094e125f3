// Counted rules with a worker: which calls are counted, and what they cost.
#include "harness/catch.hpp"
#include "harness/counted_rules.hpp"
#include "tests/harness/grading_bench.hpp"

using namespace harness;
using grading_bench::Bench;
using result::Verdict;

TEST_CASE("a counted rule is broken by what is counted, and costs no verdict") {
  Bench bench;
  CHECK(bench.counts("right", traffic_at_most(4.1)).verdict == Verdict::pass);
  const result::Check& slow = bench.counts("right", traffic_at_most(2.2));
  CHECK(slow.verdict == Verdict::inefficient);
  CHECK(slow.points == 0);
  CHECK(slow.findings.at(0).message ==
        "4 words of global memory moved for each element; at most 2.2 are allowed");
  CHECK(slow.findings.at(0).at_case == "n = 1000, block_size = 256, seed 1");
}

TEST_CASE("checks that ask for the same case share its counted call") {
  Bench bench;
  CHECK(bench.counts("right", traffic_at_most(4.1)).verdict == Verdict::pass);
  // A second call would end this worker.
  CHECK(bench.counts("exit0", one_global_atomic_a_block()).verdict == Verdict::inefficient);
  CHECK(bench.counts("exit0", traffic_at_most(4.1), 999).verdict == Verdict::crash);
  CHECK(bench.counts("right", traffic_at_most(4.1), 999).verdict == Verdict::crash);
}

TEST_CASE("a call that is wrong or does not return is not counted") {
  const CountedRule rule = traffic_at_most(4.1);
  Bench bench;
  const result::Check& wrong = bench.counts("wrong", rule, 0);
  CHECK(wrong.verdict == Verdict::wrong_answer);
  CHECK(wrong.findings.at(0).message == "not counted because d_sum is 1, due is 0");
  CHECK(bench.counts("exit0", rule).findings.at(0).message ==
        "not counted because the process ended itself with exit code 0");
  CHECK(Bench().counts("launches nothing", rule).verdict == Verdict::policy);
  CHECK(Bench(5, false).counts("right", rule).verdict == Verdict::not_run);
  CHECK(bench.grading.counted_call() == nullptr);
}

TEST_CASE("a time limit that checks share counts once") {
  Bench bench(0.1);
  const CountedRule rule = traffic_at_most(4.1);
  CHECK(bench.counts("sleeps", rule).verdict == Verdict::time_limit);
  CHECK(bench.counts("right", rule).verdict == Verdict::time_limit);
  CHECK(bench.counts("right", rule, 999).verdict == Verdict::pass);
}

TEST_CASE("the report shows the counts of the lab's usual size") {
  Bench bench;
  bench.counts("right", traffic_at_most(4.1), 1000);
  CHECK(bench.grading.counted_call() == nullptr);
  bench.counts("right", traffic_at_most(4.1), counted_n);
  REQUIRE(bench.grading.counted_call() != nullptr);
  CHECK(bench.grading.counted_call()->counters.loads.words == 4 * counted_n);
}
