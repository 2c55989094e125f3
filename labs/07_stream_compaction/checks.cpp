#include <limits>

#include "harness/check.hpp"
#include "harness/counted_rules.hpp"

using namespace harness;

namespace {

/// One case a length. Elements are random, so that no two are likely to be the same.
std::vector<Case> flagged(const std::vector<std::size_t>& sizes, Flags flags = Flags::even_odds) {
  std::vector<Case> all = cases(sizes, 256, Data::reals);
  for (Case& c : all) c.flags = flags;
  return all;
}

/// The elements are their own numbers, from 0.
Case numbered(std::vector<std::uint32_t> flags) {
  std::vector<float> numbers(flags.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<float>(i);
  return literal(std::move(flags), std::move(numbers));
}

/// The calls that come again in every lab, with much, little and nothing kept.
std::vector<Case> calls_with_other_flags() {
  std::vector<Case> all = calls_again();
  constexpr Flags flags[] = {Flags::even_odds, Flags::all, Flags::none, Flags::dense};
  for (std::size_t k = 0; k < all.size(); ++k) {
    all[k].data = Data::reals;
    if (k >= 2) all[k].flags = flags[k % 4];  // the first two are the same call
  }
  return all;
}

Case counted() {
  Case c = counted_case();
  c.data = Data::reals;
  return c;
}

std::vector<std::size_t> room_of_outputs(std::size_t n, int) { return {n, 1}; }

constexpr std::size_t one = 1;

}  // namespace

TEST_CASE("the example: flags 1 0 1 1 0 1", "[task1][correctness][4pt]") {
  // Positions 0 1 1 2 3 3; the count is the last position and the last flag, 3 + 1.
  expect_values(numbered({1, 0, 1, 1, 0, 1}), {{0, 2, 3, 5}, {4}});
}

TEST_CASE("the example: flags 1 0 1 1", "[task1][correctness][3pt]") {
  // Positions 0 1 1 2; the sum of the flags, at the root of an up-sweep, is 3.
  expect_values(literal({1, 0, 1, 1}, {30, 10, 70, 20}), {{30, 70, 20}, {3}});
  expect_values(literal({0, 1, 0, 0}, {30, 10, 70, 20}), {{10}, {1}});
}

TEST_CASE("one tile", "[task1][correctness][10pt]") {
  expect_right(flagged({1, 2, 31, 32, 33, 63, 64, 65, 127, 128, 129, 200, 255, 256}));
}

TEST_CASE("one tile breaks no rule", "[task1][safety][5pt]") {
  expect_safe(flagged({1, 2, 31, 33, 64, 127, 255, 256}));
}

TEST_CASE("all, none, every second", "[task2][correctness][5pt]") {
  for (const Flags flags : {Flags::all, Flags::none, Flags::alternating})
    expect_right(flagged({1, 2, 32, 33, 64, 100, 255, 256}, flags));
}

TEST_CASE("every value but 0 keeps", "[task2][correctness][5pt]") {
  expect_values(numbered({7, 0, 2, 0x80000000u, 0, 0xFFFFFFFFu}), {{0, 2, 3, 5}, {4}});
  expect_right(flagged({1, 31, 100, 256}, Flags::any_value));
}

TEST_CASE("without elements the count is 0", "[task2][correctness][3pt]") {
  expect_right(flagged({0}));
  expect_right(flagged({5, 0}));
}

TEST_CASE("elements are moved as they are", "[task2][correctness][3pt]") {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  expect_values(literal({1, 0, 1, 1, 0}, {infinity, infinity, -infinity, 1e-40f, 2}),
                {{infinity, -infinity, 1e-40f}, {3}});
}

TEST_CASE("no flags break a rule", "[task2][safety][3pt]") {
  expect_safe(flagged({33, 256}, Flags::all));
  expect_safe(flagged({100}, Flags::none));
  expect_safe(flagged({100}, Flags::any_value));
  expect_safe(flagged({0}));
}

TEST_CASE("the example: tiles 1 0 1 1 and 0 1 1", "[task3][correctness][3pt]") {
  // Of 4 elements each: counts 3 and 2, bases 0 and 3, positions 0 1 1 2 3 3 4.
  expect_values(numbered({1, 0, 1, 1, 0, 1, 1}), {{0, 2, 3, 5, 6}, {5}});
}

TEST_CASE("several tiles", "[task3][correctness][7pt]") {
  expect_right(flagged({257, 511, 512, 513, 1009, 1023, 1024, 1025}));
  expect_right(flagged({2047, 2049, 4096, 4097, 10007, 16385, 65535, 65537}));
}

TEST_CASE("kept elements keep their order", "[task3][correctness][4pt]") {
  std::vector<std::uint32_t> flags(5000, 1);
  expect_right(numbered(flags));
  for (std::size_t i = 0; i < flags.size(); i += 3) flags[i] = 0;
  expect_right(numbered(flags));
}

TEST_CASE("few and many are kept", "[task3][correctness][3pt]") {
  for (const Flags flags : {Flags::sparse, Flags::dense, Flags::any_value, Flags::none})
    expect_right(flagged({3001, 30011}, flags));
}

TEST_CASE("any depth", "[task3][correctness][3pt]") {
  expect_right(flagged({100003, 262145, (one << 20) + 1}));
}

TEST_CASE("several tiles break no rule", "[task3][safety][5pt]") {
  expect_safe(flagged({257, 1009, 1024, 2049}));
  expect_safe(flagged({1000}, Flags::dense));
}

TEST_CASE("calls come again", "[task4][correctness][4pt]") {
  expect_right(calls_with_other_flags());
}

TEST_CASE("more are kept than a float can count", "[task4][correctness][3pt]") {
  expect_right(flagged({(one << 24) + 1003}, Flags::all));
}

TEST_CASE("the workspace is enough, and read as written", "[task4][safety][2pt]") {
  expect_safe(flagged({1, 256, 1025, 4096, 4097, 33000}));
  // The counts of tiles fill several tiles themselves.
  expect_safe(flagged({(one << 20) + 1}, Flags::sparse));
}

TEST_CASE("huge lengths", "[task4][safety][2pt]") {
  expect_shape(flagged({(one << 24) + 1, (one << 31) + 255, (one << 32) - 1}), room_of_outputs);
}

TEST_CASE("no memory is left behind", "[task4][safety][3pt]") {
  expect_no_leak(flagged({1009})[0]);
  expect_no_leak(flagged({100}, Flags::none)[0]);
  expect_no_leak(flagged({0})[0]);
}

TEST_CASE("at most 8 words of traffic an element", "[task3][efficiency][8pt]") {
  expect_counts(counted(), traffic_at_most(8));
}

TEST_CASE("the count stays on the device", "[task3][efficiency][4pt]") {
  expect_counts(counted(), no_copy_to_host());
}

TEST_CASE("threads share the work", "[task3][efficiency][4pt]") {
  expect_counts(counted(), threads_share_the_work());
}

TEST_CASE("nothing is allocated inside", "[task4][efficiency][4pt]") {
  expect_counts(counted(), no_allocation());
}
