#include <limits>

#include "harness/check.hpp"
#include "harness/counted_rules.hpp"

using namespace harness;

namespace {

constexpr unsigned no_tile_sums = 1u << 1;

/// The same cases without the second output.
std::vector<Case> without_sums(std::vector<Case> all) {
  for (Case& c : all) c.null_outputs = no_tile_sums;
  return all;
}

/// One full tile for each power of two from 2 to 1024.
std::vector<Case> full_tiles(Data data) {
  std::vector<Case> all;
  for (int block_size = 2; block_size <= 1024; block_size *= 2)
    all.push_back(cases({2 * static_cast<std::size_t>(block_size)}, block_size, data)[0]);
  return without_sums(all);
}

std::vector<std::size_t> tile_outputs(std::size_t n, int block_size) {
  const std::size_t tile = 2 * static_cast<std::size_t>(block_size);
  return {n, (n + tile - 1) / tile};
}

/// Whole tiles for the block sizes of the handout.
std::vector<Case> counted_tiles() {
  return {counted_case(1u << 16, 128), counted_case(), counted_case(1u << 16, 512)};
}

constexpr float infinity = std::numeric_limits<float>::infinity();
const std::vector<float> example = {3, 1, 7, 0, 4, 1, 6, 3};

}  // namespace

TEST_CASE("the tiles of the handout", "[task1][correctness][10pt]") {
  Case eight = literal(example, 4), four = literal({1, 0, 1, 1}, 2);
  eight.null_outputs = four.null_outputs = no_tile_sums;
  expect_values(eight, {{0, 3, 4, 11, 11, 15, 16, 22}, {}});
  expect_values(four, {{0, 1, 1, 2}, {}});
}

TEST_CASE("one full tile of every power of two", "[task1][correctness][5pt]") {
  expect_right(full_tiles(Data::exact));
}

TEST_CASE("a huge number hides no other", "[task1][correctness][5pt]") {
  expect_right(full_tiles(Data::reals));
  expect_right(full_tiles(Data::one_huge));
}

TEST_CASE("infinity stays behind itself", "[task1][correctness][5pt]") {
  expect_right(full_tiles(Data::infinity));
}

TEST_CASE("one full tile breaks no rule", "[task1][safety][4pt]") {
  expect_safe(full_tiles(Data::exact));
}

TEST_CASE("tiles with their sums", "[task2][correctness][10pt]") {
  expect_values(literal(example, 4), {{0, 3, 4, 11, 11, 15, 16, 22}, {25}});
  expect_values(literal({1, 0, 1, 1}, 2), {{0, 1, 1, 2}, {3}});
  expect_values(literal({1, 0, 1, 1, 0, 1, 1}, 2), {{0, 1, 1, 2, 0, 0, 1}, {3, 2}});
  expect_values(literal({1, 0, 1, 1, 0, 1}, 4), {{0, 1, 1, 2, 3, 3}, {4}});
}

TEST_CASE("any length", "[task2][correctness][5pt]") {
  expect_right(cases(sizes_around(512), 256));
  expect_right(cases(sizes_around_square(128), 64));
  expect_right(cases({1009, 10007}, 32, Data::reals));
  expect_right(cases({1009, 10007}, 32, Data::infinity));
  expect_right(literal({1, 2, infinity}, 2));  // where padding begins
  expect_right(cases({(1u << 20) + 1}, 256));
}

TEST_CASE("nobody wants the sums", "[task2][correctness][5pt]") {
  expect_right(without_sums(cases({0, 1, 511, 513, 5003}, 256)));
}

TEST_CASE("calls come again", "[task2][correctness][5pt]") { expect_right(calls_again()); }

TEST_CASE("many tiles break no rule", "[task2][safety][5pt]") {
  expect_safe(cases({1, 31, 511, 513, 1009}, 256));
  expect_safe(without_sums(cases({1, 63, 65, 500}, 32)));
  expect_safe(cases({0}, 256));  // last, so that a launch of 0 blocks hides nothing else
}

TEST_CASE("any block size", "[task3][correctness][10pt]") {
  expect_right(for_block_sizes({1, 3, 33, 48, 100, 192, 1000, 1023}, around_tiles));
  expect_right(cases({140001}, 1));  // more than 65535 blocks
}

TEST_CASE("any block size breaks no rule", "[task3][safety][4pt]") {
  expect_safe(for_block_sizes({1, 3, 48, 192, 1000}, ragged_tiles));
}

TEST_CASE("huge lengths", "[task2][safety][4pt]") {
  expect_shape(huge_lengths(256), tile_outputs, Outputs::whole);
  expect_shape(cases({2 * most_blocks - 1, 2 * most_blocks}, 1), tile_outputs, Outputs::whole);
}

TEST_CASE("no memory is left behind", "[task2][safety][3pt]") {
  expect_no_leak(cases({1009}, 256)[0]);
}

TEST_CASE("at most 12 shared-memory accesses an element", "[task2][efficiency][6pt]") {
  for (const Case& c : counted_tiles()) expect_counts(c, shared_accesses_at_most(12));
}

TEST_CASE("bank conflicts below 1.1-way", "[task4][efficiency][8pt]") {
  for (const Case& c : counted_tiles()) expect_counts(c, bank_conflicts_below(1.1));
}

TEST_CASE("threads share the work", "[task2][efficiency][3pt]") {
  expect_counts(counted_case(), threads_read_at_most(64));
}

TEST_CASE("blocks have as many threads as asked for", "[task2][efficiency][3pt]") {
  for (const int block_size : {64, 512})
    expect_counts(counted_case(1u << 14, block_size), blocks_have_block_size(true));
}
