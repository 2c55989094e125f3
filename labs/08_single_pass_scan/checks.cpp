#include <limits>

#include "harness/check.hpp"
#include "harness/counted_rules.hpp"

using namespace harness;

namespace {

/// Of one tile, which has at least four elements for each thread, and of many.
std::vector<std::size_t> one_tile_and_many(std::size_t block) {
  return {1, 4 * block - 1, 4 * block, 130 * block + 5};
}

/// Fewer, for the four runs of each that safety takes.
std::vector<std::size_t> many_tiles(std::size_t block) { return {130 * block + 5}; }

std::vector<std::size_t> whole_output(std::size_t n, int) { return {n}; }

constexpr std::size_t starter_tile = 44 * 64;  // of blocks of 64 threads
constexpr float infinity = std::numeric_limits<float>::infinity();
const std::vector<float> example = {3, 1, 7, 0, 4, 1, 6, 3};

}  // namespace

TEST_CASE("one tile", "[task1][correctness][10pt]") {
  expect_values(literal(example, 64), {{0, 3, 4, 11, 11, 15, 16, 22}});
  expect_values(literal({1, 0, 1, 1, 0, 1}, 64), {{0, 1, 1, 2, 3, 3}});
  expect_values(literal({1, 0, 1, 1, 0, 1, 1}, 64), {{0, 1, 1, 2, 3, 3, 4}});
  expect_values(literal({3, 1, 7, 0, 4, 1, 6, 3, 1, 1, 1, 1, 0, 2, 0, 2, 5, 5, 5, 5}, 64),
                {{0, 3, 4, 11, 11, 15, 16, 22, 25, 26, 27, 28, 29, 29, 31, 31, 33, 38, 43, 48}});
  expect_right(cases({0, 1, 2, 3, 4, 5, 31, 33, 63, 64, 127, 129, 253, 256}, 64));
  expect_right(cases({257, 511, 1009, 1023, 1024}, 256));
}

TEST_CASE("infinity stays behind itself in a tile", "[task1][correctness][5pt]") {
  expect_right(cases({33, 100, 256}, 64, Data::infinity));
  expect_right(literal({1, 2, infinity}, 64));  // where the tile is filled up
}

TEST_CASE("one tile breaks no rule", "[task1][safety][4pt]") {
  // n = 0 last, so that a launch of 0 blocks hides nothing else.
  expect_safe(cases({1, 2, 3, 31, 65, 127, 255, 256, 0}, 64));
}

TEST_CASE("any length", "[task2][correctness][15pt]") {
  expect_right(cases(sizes_around(starter_tile), 64));
  // Prefixes of 0: what takes them for "not there yet" waits for ever.
  expect_right(literal(std::vector<float>(4 * starter_tile, 0.0f), 64));
  expect_right(cases({8447, 8449, 10007, 16384, 30011, 65537}, 64));
  expect_right(cases({11263, 11265, 65536, 100003}, 256));
}

TEST_CASE("a huge number hides no other", "[task2][correctness][5pt]") {
  expect_right(cases({10007, 40009}, 64, Data::reals));
  expect_right(cases({10007, 40009}, 64, Data::one_huge));
}

TEST_CASE("infinity stays behind itself", "[task2][correctness][5pt]") {
  expect_right(cases({4099, 10007, 40009}, 64, Data::infinity));
}

TEST_CASE("any length breaks no rule", "[task2][safety][5pt]") {
  expect_safe(cases({2815, 2817, 10007}, 64));
}

TEST_CASE("hundreds of tiles", "[task3][correctness][10pt]") {
  expect_right(cases({90111, 90113, 131072, 262147}, 64));
  expect_right(cases({(1u << 20) + 1}, 64));
}

TEST_CASE("hundreds of tiles break no rule", "[task3][safety][3pt]") {
  expect_safe(cases({180225}, 64));
}

TEST_CASE("calls come again", "[task4][correctness][5pt]") {
  expect_right(calls_again());
  std::vector<Case> longer = cases({50021, 50021, 50021, 1, 70001, 50021}, 64);
  longer[0].seed = longer[1].seed = 11;
  expect_right(longer);
}

TEST_CASE("any multiple of 32 threads", "[task4][correctness][5pt]") {
  expect_right(for_block_sizes({64, 96, 160, 480, 992, 1024}, one_tile_and_many));
}

TEST_CASE("any multiple of 32 threads breaks no rule", "[task4][safety][4pt]") {
  expect_safe(for_block_sizes({96, 480, 1024}, many_tiles));
}

TEST_CASE("huge lengths", "[task4][safety][2pt]") {
  expect_shape(huge_lengths(256), whole_output, Outputs::whole);
}

TEST_CASE("no memory is left behind", "[task4][safety][2pt]") {
  expect_no_leak(cases({10007}, 64)[0]);
  expect_no_leak(cases({100}, 64)[0]);  // one tile
}

TEST_CASE("at most 2.2 words of traffic an element", "[task4][efficiency][8pt]") {
  expect_counts(counted_case(), traffic_at_most(2.2));
}

TEST_CASE("nothing is allocated inside", "[task4][efficiency][4pt]") {
  expect_counts(counted_case(), no_allocation());
}

TEST_CASE("no prefix is computed on the host", "[task2][efficiency][3pt]") {
  expect_counts(counted_case(), no_copy_to_host());
}

TEST_CASE("threads share the work", "[task2][efficiency][3pt]") {
  expect_counts(counted_case(), threads_share_the_work());
}

TEST_CASE("blocks have as many threads as asked for", "[task4][efficiency][2pt]") {
  for (const int block_size : {64, 512})
    expect_counts(counted_case(1u << 16, block_size), blocks_have_block_size());
}
