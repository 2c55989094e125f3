#include "harness/check.hpp"
#include "harness/counted_rules.hpp"

using namespace harness;

namespace {

/// One block, filled to `fill` of it and never empty, for each power of two from 2 to 1024.
std::vector<Case> single_blocks(double fill, Data data = Data::exact) {
  std::vector<Case> all;
  for (int block_size = 2; block_size <= 1024; block_size *= 2)
    all.push_back(cases({static_cast<std::size_t>(fill * block_size)}, block_size, data)[0]);
  return all;
}

/// One block that is a little more than half full. Rounding may cost n / 16 beside 2^20: with few
/// elements the others still show, and several seeds leave no room for a lucky sum of them.
std::vector<Case> small_blocks_with_a_huge_one() {
  std::vector<Case> all;
  for (const int block_size : {8, 8, 8, 8, 16, 16, 16, 64}) {
    const auto n = static_cast<std::size_t>(block_size / 2 + 1);
    all.push_back(cases({n}, block_size, Data::one_huge)[0]);
  }
  return all;
}

std::vector<std::size_t> one_sum(std::size_t, int) { return {1}; }

const std::vector<float> example = {3, 1, 7, 0, 4, 1, 6, 3};

}  // namespace

TEST_CASE("eight numbers give 25", "[task1][correctness][10pt]") {
  expect_values(literal(example, 8), {{25}});
  expect_values(literal(example, 32), {{25}});
}

TEST_CASE("one block in part filled", "[task1][correctness][5pt]") {
  expect_right(cases({1, 2, 31, 32, 33, 63, 64}, 64));
  expect_right(cases({1, 100, 255, 256}, 256));
}

TEST_CASE("loading breaks no rule", "[task1][safety][3pt]") {
  expect_safe(cases({1, 31, 33, 64}, 64));
}

TEST_CASE("one full block of every power of two", "[task2][correctness][10pt]") {
  expect_right(single_blocks(1.0));
  expect_right(single_blocks(0.75));
}

TEST_CASE("real numbers and a huge one", "[task2][correctness][5pt]") {
  expect_right(single_blocks(1.0, Data::reals));
  expect_right(small_blocks_with_a_huge_one());
}

TEST_CASE("the tree breaks no rule", "[task2][safety][4pt]") { expect_safe(single_blocks(1.0)); }

TEST_CASE("any number of blocks", "[task3][correctness][10pt]") {
  expect_right(cases(sizes_around(256), 256));
  expect_right(cases(sizes_around_square(256), 256));
  expect_right(cases({1009, 10007}, 32, Data::reals));
  expect_right(cases({(1u << 20) + 1}, 256));
}

TEST_CASE("nothing to add", "[task3][correctness][5pt]") {
  for (const int block_size : {32, 256, 1024}) expect_right(cases({0}, block_size));
}

TEST_CASE("calls come again", "[task3][correctness][5pt]") { expect_right(calls_again()); }

TEST_CASE("many blocks break no rule", "[task3][safety][4pt]") {
  // n = 0 last, so that a launch of 0 blocks hides nothing else.
  expect_safe(cases({1, 255, 257, 1009, 4099, 0}, 256));
  expect_safe(cases({20011}, 32));  // more blocks than anybody's grid of a few
}

TEST_CASE("any block size", "[task4][correctness][10pt]") {
  expect_right(for_block_sizes({1, 3, 33, 48, 100, 192, 1000, 1023}, around_blocks));
  expect_right(cases({100003}, 48));
  // More than 65,535 blocks, which are no limit of a grid's first dimension.
  expect_right(cases({70001}, 1));
}

TEST_CASE("any block size breaks no rule", "[task4][safety][3pt]") {
  expect_safe(for_block_sizes({1, 3, 48, 192, 1000}, ragged_blocks));
}

TEST_CASE("huge lengths", "[task3][safety][3pt]") {
  expect_shape(huge_lengths(256), one_sum);
  expect_shape(cases({most_blocks}, 1), one_sum);
}

TEST_CASE("no memory is left behind", "[task3][safety][3pt]") {
  expect_no_leak(cases({1009}, 256)[0]);
}

TEST_CASE("at most one global atomic a block", "[task3][efficiency][10pt]") {
  expect_counts(counted_case(), one_global_atomic_a_block());
}

TEST_CASE("threads share the work", "[task3][efficiency][5pt]") {
  expect_counts(counted_case(), threads_share_the_work());
}

TEST_CASE("blocks have as many threads as asked for", "[task3][efficiency][5pt]") {
  for (const int block_size : {64, 512})
    expect_counts(counted_case(1u << 14, block_size), blocks_have_block_size());
}
