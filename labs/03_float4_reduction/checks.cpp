#include "harness/check.hpp"
#include "harness/counted_rules.hpp"

using namespace harness;

namespace {

/// Each size with d_in 0, 1, 2 and 3 floats behind a multiple of 16 bytes.
std::vector<Case> shifted(const std::vector<std::size_t>& sizes, int block_size) {
  std::vector<Case> all;
  for (unsigned shift = 0; shift < 4; ++shift)
    for (Case c : cases(sizes, block_size)) {
      c.shift_floats = shift;
      all.push_back(c);
    }
  return all;
}

/// From one element to several groups a thread.
std::vector<std::size_t> around_groups(std::size_t block) {
  return {1, 4 * block - 1, 4 * block, 4 * block + 1, 20 * block + 3};
}

/// Fewer, for the four runs of each that safety takes.
std::vector<std::size_t> ragged_groups(std::size_t block) { return {4 * block, 20 * block + 3}; }

const std::vector<std::size_t> ends = {0,  1,  2,  3,  4,   5,   6,    7,    8,    9,   10,
                                       11, 13, 31, 33, 127, 509, 1023, 1024, 1025, 4099};

std::vector<std::size_t> one_sum(std::size_t, int) { return {1}; }

const std::vector<float> example = {3, 1, 7, 0, 4, 1, 6, 3};

}  // namespace

TEST_CASE("eight numbers give 25", "[task1][correctness][5pt]") {
  expect_values(literal(example, 2), {{25}});
  expect_values(literal(example, 32), {{25}});
}

TEST_CASE("whole groups of four", "[task1][correctness][10pt]") {
  expect_right(cases({4, 8, 128, 1020, 1024, 1028, 4096, 65536}, 256));
  expect_right(cases({4, 8, 124, 128, 132, 4096}, 32));
}

TEST_CASE("whole groups break no rule", "[task1][safety][4pt]") {
  expect_safe(cases({4, 128, 1020, 1024, 1028, 4096}, 256));
}

TEST_CASE("any length", "[task2][correctness][10pt]") {
  expect_right(cases(ends, 256));
  expect_right(cases(sizes_around(256), 64));
}

TEST_CASE("from any float on", "[task2][correctness][10pt]") {
  expect_right(shifted(ends, 32));
  expect_right(shifted({0, 1, 2, 3, 4, 7, 1021, 1025}, 256));
}

TEST_CASE("any start and end break no rule", "[task2][safety][5pt]") {
  expect_safe(shifted({1, 2, 3, 4, 5, 6, 7, 9, 1023, 1025}, 32));
  expect_safe(shifted({0}, 32));  // last, so that a launch of 0 blocks hides nothing else
}

TEST_CASE("many rounds a thread", "[task3][correctness][10pt]") {
  expect_right(cases({(1u << 20) + 1}, 256));
  // Of a grid as large as an H200 can run at a time, too: 132 multiprocessors, 2048 threads each,
  // and four groups a thread are 4.3 million elements a round.
  expect_right(cases({3 * (1u << 21) + 1}, 256));
  expect_right(cases({20011}, 1));
  expect_right(shifted({150001}, 32));
  expect_right(cases(sizes_around_square(256), 256));
}

TEST_CASE("any block size", "[task3][correctness][5pt]") {
  expect_right(for_block_sizes({1, 2, 3, 33, 48, 100, 192, 512, 1000, 1024}, around_groups));
  // Fewer threads in the grid than floats in front of the first group.
  for (const int block_size : {1, 2}) expect_right(shifted({1, 2, 3, 4, 5, 7, 9}, block_size));
  // More than 65,535 groups for blocks of one thread: a larger grid is legal, and so is a loop.
  expect_right(cases({270001}, 1));
}

TEST_CASE("calls come again", "[task3][correctness][5pt]") { expect_right(calls_again()); }

TEST_CASE("real numbers and a huge one", "[task3][correctness][5pt]") {
  expect_right(cases({33, 1009, 10007}, 64, Data::reals));
  // Rounding may cost n / 16 beside 2^20. With few elements the others still show, and no seed lets
  // a lucky sum of them hide in that for every case.
  expect_right(cases({5, 5, 5, 5, 9, 9, 9, 33}, 64, Data::one_huge));
}

TEST_CASE("any grid breaks no rule", "[task3][safety][5pt]") {
  expect_safe(for_block_sizes({1, 48, 1000}, ragged_groups));
  expect_safe(cases({20011}, 1));
  expect_safe(cases({40009}, 32));
}

TEST_CASE("huge lengths", "[task3][safety][3pt]") {
  std::vector<Case> all = huge_lengths(256);
  all.back().shift_floats = 3;
  expect_shape(all, one_sum);
}

TEST_CASE("no memory is left behind", "[task3][safety][3pt]") {
  expect_no_leak(cases({1009}, 256)[0]);
}

TEST_CASE("nearly all bytes by 16-byte loads", "[task1][efficiency][10pt]") {
  expect_counts(counted_case(), input_by_16_byte_loads(95));
  Case shifted_by_one = counted_case();
  shifted_by_one.shift_floats = 1;
  expect_counts(shifted_by_one, input_by_16_byte_loads(95));
}

TEST_CASE("at most one global atomic a block", "[task3][efficiency][5pt]") {
  expect_counts(counted_case(), one_global_atomic_a_block());
}

TEST_CASE("threads share the work", "[task3][efficiency][3pt]") {
  expect_counts(counted_case(), threads_share_the_work());
}

TEST_CASE("blocks have as many threads as asked for", "[task3][efficiency][2pt]") {
  for (const int block_size : {64, 512})
    expect_counts(counted_case(1u << 14, block_size), blocks_have_block_size());
}
