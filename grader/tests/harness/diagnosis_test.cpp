// What outputs are made of, how right ones round, and what a diagnosis does beside naming shapes.
#include "harness/diagnosis.hpp"

#include <cmath>
#include <numeric>

#include "harness/accuracy.hpp"
#include "harness/catch.hpp"
#include "harness/data.hpp"
#include "tests/harness/grading_bench.hpp"

using namespace harness;
using grading_bench::Bench;

namespace {

// Oracles of labs that are not in the course.
const std::vector<Function>& sums_and_scans() {
  static const std::vector<Function> all = {{"both", {"d_in"}, {"d_out", "d_tile_sums", "d_sum"}}};
  return all;
}
std::vector<ExpectedOutput> tiles_of_three_blocks(const Problem& problem) {
  std::vector<ExpectedOutput> outputs(3);
  const std::size_t tile = 3 * static_cast<std::size_t>(problem.block_size);
  double sum = 0, all = 0;
  for (std::size_t i = 0; i < problem.n; ++i) {
    if (i % tile == 0) sum = 0;
    outputs[0].values.push_back(sum);
    sum += static_cast<double>(problem.inputs[0][i]);
    all += static_cast<double>(problem.inputs[0][i]);
    if (i % tile == tile - 1 || i + 1 == problem.n) outputs[1].values.push_back(sum);
  }
  outputs[2].values = {all};
  return outputs;
}
std::vector<ExpectedOutput> nothing_known(const Problem& problem) {
  std::vector<ExpectedOutput> outputs(3);
  for (const float x : problem.inputs[0])
    outputs[0].values.push_back(static_cast<double>(x) * static_cast<double>(x));
  outputs[1].values = {3};
  outputs[2].values = {1, 2};
  return outputs;
}

LabCode code(std::vector<ExpectedOutput> (*reference)(const Problem&)) {
  return {&sums_and_scans, reference, nullptr, nullptr, nullptr};
}

Case extremes(std::size_t n, std::size_t lowest, std::size_t highest) {
  Case c;
  c.n = n;
  c.data = Data::extremes;
  c.lowest_at = lowest;
  c.highest_at = highest;
  return c;
}

}  // namespace

TEST_CASE("the oracle shows what outputs are made of") {
  const std::vector<OutputStructure> known = output_structures(code(&tiles_of_three_blocks), 0);
  REQUIRE(known.size() == 3);
  CHECK(known[0].kind == OutputKind::scan);
  CHECK(known[0].threads_of_block_in_segment == 3);
  CHECK(known[1].kind == OutputKind::tile_sums);
  CHECK(known[1].segment(1000, 32) == 96);
  CHECK(known[2].kind == OutputKind::sum);
  for (const OutputStructure& structure : output_structures(code(&nothing_known), 0))
    CHECK(structure.kind == OutputKind::unknown);
  CHECK(output_structures(grading_bench::lab_code, 0)[0].kind == OutputKind::sum);
}

TEST_CASE("the terms of an element") {
  const OutputStructure scan = {OutputKind::scan, 2};
  CHECK(terms_of(scan, 21, 100, 5).begin == 20);
  CHECK(terms_of(scan, 21, 100, 5).end == 21);
  const OutputStructure sums = {OutputKind::tile_sums, 2};
  CHECK(terms_of(sums, 9, 95, 5).begin == 90);
  CHECK(terms_of(sums, 9, 95, 5).end == 95);
  CHECK(terms_of({OutputKind::sum}, 0, 95, 5).end == 95);
}

TEST_CASE("rounding beside a plain loop's and a tree's") {
  // 2^24 swallows each 1 that is added to it: a plain loop loses all 16, a tree only what its own
  // half of four loses, an exact sum nothing.
  std::vector<float> in(17, 1.0f);
  in[0] = 16777216.0f;
  ExpectedOutput expected;
  expected.values = {16777232.0};
  expected.bound = {summation_bound(17, 16777232.0)};
  const std::vector<std::uint32_t> got = {std::bit_cast<std::uint32_t>(16777230.0f)};
  const auto accuracy = accuracy_of({"d_sum", got, 0, in}, expected, {OutputKind::sum}, in, 256);
  REQUIRE(accuracy);
  CHECK(accuracy->error == 2);
  CHECK(accuracy->naive_error == 16);
  CHECK(accuracy->pairwise_error < 4);
  CHECK(std::fabs(accuracy->bound - 17) < 0.1);
  CHECK(accuracy->n == 17);
  // Data that do not round have none.
  expected.bound = {0};
  CHECK_FALSE(accuracy_of({"d_sum", got, 0, in}, expected, {OutputKind::sum}, in, 256));
}

TEST_CASE("lengths to try rise and stay below") {
  const std::vector<std::size_t> lengths = lengths_to_try(1000, 48);
  CHECK(std::is_sorted(lengths.begin(), lengths.end()));
  CHECK(lengths.front() == 1);
  CHECK(lengths.back() < 1000);
  for (const std::size_t n : {2u, 31u, 32u, 33u, 47u, 48u, 49u, 97u, 191u, 513u})
    CHECK(std::find(lengths.begin(), lengths.end(), n) != lengths.end());
  CHECK(lengths_to_try(1, 256).empty());
}

TEST_CASE("a case of another length keeps its kind") {
  const Case shorter = with_length(literal({3, 1, 7, 0, 4}), 3);
  CHECK(shorter.n == 3);
  CHECK(shorter.literal == std::vector<float>{3, 1, 7});
  const Case end = with_length(extremes(100, 50, 99), 10);
  CHECK(end.highest_at == 9);
  CHECK(end.lowest_at < 9);
  const Case begin = with_length(extremes(100, 0, 1), 2);
  CHECK(begin.lowest_at != begin.highest_at);
  CHECK(std::max(begin.lowest_at, begin.highest_at) < 2);
  CHECK(with_length(extremes(100, 0, 1), 1).data == Data::reals);
  const Case other = with_other_data(literal({1, 0, 1}, {3, 1, 7}));
  CHECK(other.n == 3);
  CHECK(other.data == Data::exact);
  CHECK(other.flags == Flags::even_odds);
  CHECK(other.literal.empty());
}

TEST_CASE("a wrong sum is called again: its shape, its smallest length") {
  Bench bench;
  const result::Check& check = bench.check("drops the tail", {128, 130});
  REQUIRE(check.findings.size() == 1);
  REQUIRE(check.findings[0].difference);
  const result::Difference& difference = *check.findings[0].difference;
  REQUIRE(difference.shape);
  CHECK(difference.shape->name == "tail_dropped");
  CHECK(difference.shape->text ==
        "d_sum is the sum of the first 128 of 130 elements: d_in[128..129] are not added");
  CHECK(difference.smallest_n == 1u);
  CHECK(difference.bound == 0.0);
  CHECK(difference.error.has_value());
}

TEST_CASE("a smallest length between the ones that are tried") {
  Bench bench;
  const result::Check& check = bench.check("wrong from 77 elements on", {1000});
  CHECK(check.findings.at(0).difference.value().smallest_n == 77u);
}

TEST_CASE("what an earlier call left is told from a wrong call") {
  Bench bench;
  const result::Check& added = bench.check("adds to the sum of before", {100, 1000});
  REQUIRE(added.findings.size() == 1);
  CHECK(added.findings[0].at_case.starts_with("n = 1000"));
  REQUIRE(added.findings[0].difference.value().shape);
  CHECK(added.findings[0].difference->shape->name == "added_to_the_call_before");
  CHECK_FALSE(added.findings[0].difference->smallest_n);
  const result::Check& spoilt = bench.check("wrong at the second call", {100, 1000});
  REQUIRE(spoilt.findings.at(0).difference.value().shape);
  CHECK(spoilt.findings[0].difference->shape->name == "left_from_an_earlier_call");
}

TEST_CASE("a shape that other data do not confirm is not named") {
  Bench bench;
  fake_worker::behave("twice the worked example's sum");
  bench.grading.begin_check("example", grading_bench::tags());
  CHECK(bench.grading.right(literal({3, 1, 7, 0, 4, 1, 6, 3})).has_value());
  bench.grading.end_check("");
  unsetenv("FAKE_WORKER");
  const result::Check& check = bench.grading.checks().back();
  REQUIRE(check.verdict == result::Verdict::wrong_answer);
  CHECK(check.findings.at(0).message == "d_sum is 50, due is 25");
  CHECK_FALSE(check.findings.at(0).difference.value().shape);
  CHECK(check.findings.at(0).difference->smallest_n == 1u);
}
