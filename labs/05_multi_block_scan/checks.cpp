#include <limits>

#include "harness/check.hpp"
#include "harness/counted_rules.hpp"

using namespace harness;

namespace {

std::vector<std::size_t> whole_output(std::size_t n, int) { return {n}; }

constexpr float infinity = std::numeric_limits<float>::infinity();
const std::vector<float> example = {3, 1, 7, 0, 4, 1, 6, 3};

}  // namespace

TEST_CASE("one tile", "[task1][correctness][10pt]") {
  expect_values(literal(example, 4), {{0, 3, 4, 11, 11, 15, 16, 22}});
  expect_values(literal({1, 0, 1, 1, 0, 1}, 4), {{0, 1, 1, 2, 3, 3}});
  expect_right(cases({0, 1, 2, 31, 33, 509, 511, 512}, 256));
}

TEST_CASE("two tiles", "[task1][correctness][5pt]") {
  expect_values(literal({1, 0, 1, 1, 0, 1, 1}, 2), {{0, 1, 1, 2, 3, 3, 4}});
  expect_right(cases({513, 769, 1023, 1024}, 256));
  expect_right(cases({9, 15, 16}, 4));
}

TEST_CASE("one tile and two break no rule", "[task1][safety][4pt]") {
  // n = 0 last, so that a launch of 0 blocks hides nothing else.
  expect_safe(cases({1, 2, 3, 31, 63, 64, 65, 127, 128, 0}, 32));
}

TEST_CASE("two levels", "[task2][correctness][10pt]") {
  expect_right(cases({17, 24, 25, 63, 64}, 4));
  expect_right(cases({257, 1009, 16383, 16384}, 64));
  expect_right(cases(sizes_around(1024), 256));
  expect_right(cases({100003, 262144}, 256));
}

TEST_CASE("a huge number hides no other", "[task2][correctness][5pt]") {
  expect_right(cases({1009, 4093}, 32, Data::reals));
  expect_right(cases({1009, 4093}, 32, Data::one_huge));
}

TEST_CASE("infinity stays behind itself", "[task2][correctness][5pt]") {
  expect_right(cases({100, 1009, 4096}, 32, Data::infinity));
  expect_right(literal({1, 2, infinity}, 2));  // where padding begins
}

TEST_CASE("two levels break no rule", "[task2][safety][3pt]") {
  expect_safe(cases({129, 1009, 4096}, 32));
}

TEST_CASE("three levels and more", "[task3][correctness][15pt]") {
  expect_right(cases({65, 66, 100, 129}, 4));
  expect_right(cases(sizes_around_cube(8), 4));
  expect_right(cases(sizes_around_square(64), 4));
  expect_right(cases({4097, 10007}, 2));
  expect_right(cases({262145, (1u << 20) + 1}, 256));
}

TEST_CASE("three levels break no rule", "[task3][safety][3pt]") {
  expect_safe(cases({65, 511, 513, 1009}, 4));
}

TEST_CASE("calls come again", "[task4][correctness][5pt]") {
  expect_right(calls_again());
  expect_right(calls_again(8));
}

TEST_CASE("any block size", "[task4][correctness][5pt]") {
  expect_right(for_block_sizes({1, 3, 33, 48, 100, 192, 1000, 1023}, around_tiles));
  expect_right(cases({10007}, 1));
  expect_right(cases({30011}, 3));
  // More than 65,535 tiles, which are no limit of a grid's first dimension.
  expect_right(cases({140001}, 1));
}

TEST_CASE("any block size breaks no rule", "[task4][safety][4pt]") {
  expect_safe(for_block_sizes({1, 3, 48, 192, 1000}, ragged_tiles));
  expect_safe(cases({257}, 1));
  expect_safe(cases({2003}, 3));
}

TEST_CASE("huge lengths", "[task4][safety][3pt]") {
  expect_shape(huge_lengths(256), whole_output, Outputs::whole);
  expect_shape(cases({most_blocks}, 1), whole_output, Outputs::whole);
}

TEST_CASE("no memory is left behind", "[task4][safety][3pt]") {
  expect_no_leak(cases({1009}, 64)[0]);
  expect_no_leak(cases({100}, 64)[0]);  // one tile
}

TEST_CASE("nothing is allocated inside", "[task4][efficiency][5pt]") {
  expect_counts(counted_case(), no_allocation());
}

TEST_CASE("at most 4.1 words of traffic an element", "[task3][efficiency][5pt]") {
  expect_counts(counted_case(), traffic_at_most(4.1));
}

TEST_CASE("sums of the tiles are scanned on the device", "[task3][efficiency][5pt]") {
  expect_counts(counted_case(), no_copy_to_host());
}

TEST_CASE("threads share the work", "[task3][efficiency][3pt]") {
  expect_counts(counted_case(), threads_share_the_work());
}

TEST_CASE("blocks have as many threads as asked for", "[task4][efficiency][2pt]") {
  for (const int block_size : {64, 512})
    expect_counts(counted_case(1u << 14, block_size), blocks_have_block_size(true));
}
