#include <limits>

#include "harness/check.hpp"
#include "harness/counted_rules.hpp"

using namespace harness;

namespace {

/// The smallest element first and the largest last, and the other way round: what drops an end of
/// the array, or of its partial results, loses one of them.
std::vector<Case> at_the_ends(const std::vector<std::size_t>& sizes) {
  std::vector<Case> all;
  for (Case c : cases(sizes, 256, Data::extremes)) {
    c.highest_at = c.n - 1;
    all.push_back(c);
    std::swap(c.lowest_at, c.highest_at);
    all.push_back(c);
  }
  return all;
}

/// Each place once with the smallest element and once with the largest.
std::vector<Case> at_each(const std::vector<std::size_t>& places, std::size_t n) {
  std::vector<Case> all;
  for (std::size_t k = 0; k < places.size(); ++k) {
    Case c = cases({n}, 256, Data::extremes)[0];
    c.lowest_at = places[k];
    c.highest_at = places[(k + 1) % places.size()];
    all.push_back(c);
  }
  return all;
}

/// All elements above 0, all below 0, both.
std::vector<Case> of_each_sign(const std::vector<std::size_t>& sizes) {
  std::vector<Case> all;
  for (const Data data : {Data::positive, Data::negative, Data::reals})
    for (const Case& c : cases(sizes, 256, data)) all.push_back(c);
  return all;
}

/// Ranges that become narrower and wider, so that nothing of an earlier call is right by accident.
std::vector<Case> calls_of_all_kinds() {
  std::vector<Case> all = calls_again();
  for (Case& c : all) c.data = Data::reals;
  for (const Case& c : of_each_sign({5003, 300, 1, 40009})) all.push_back(c);
  return all;
}

/// The smallest element in the middle and the largest at the end: what reads less than all is
/// wrong.
Case counted() {
  Case c = counted_case();
  c.data = Data::extremes;
  c.lowest_at = c.n / 2;
  c.highest_at = c.n - 1;
  return c;
}

std::vector<std::size_t> two_floats(std::size_t, int) { return {1, 1}; }

using Limits = std::numeric_limits<float>;
constexpr float infinity = Limits::infinity();
constexpr float largest = Limits::max();
constexpr float smallest = Limits::denorm_min();

}  // namespace

TEST_CASE("eight numbers: 0 and 7", "[task1][correctness][5pt]") {
  expect_values(literal({3, 1, 7, 0, 4, 1, 6, 3}), {{0}, {7}});
  expect_values(literal({0.0f, -0.0f}), {{0}, {0}});
  expect_right(at_the_ends({2, 3, 8, 31, 32, 33, 64, 100, 255, 256}));
  std::vector<std::size_t> places;
  for (std::size_t place = 0; place < 37; ++place) places.push_back(place);
  expect_right(at_each(places, 37));
}

TEST_CASE("one element is both", "[task1][correctness][5pt]") {
  for (const float x : {5.0f, -5.0f, 0.0f, largest, -largest, smallest, -smallest})
    expect_values(literal({x}), {{x}, {x}});
}

TEST_CASE("no elements: +infinity and -infinity", "[task1][correctness][5pt]") {
  expect_values(literal({}), {{infinity}, {-infinity}});
}

TEST_CASE("all of one sign", "[task1][correctness][10pt]") {
  expect_values(literal({4, 2, 6}), {{2}, {6}});
  expect_values(literal({-4, -2, -6}), {{-6}, {-2}});
  expect_values(literal({smallest, largest}), {{smallest}, {largest}});
  expect_values(literal({-largest, -smallest}), {{-largest}, {-smallest}});
  expect_right(of_each_sign({2, 31, 33, 100, 255, 256}));
}

TEST_CASE("infinities are elements like others", "[task1][correctness][5pt]") {
  expect_values(literal({infinity}), {{infinity}, {infinity}});
  expect_values(literal({-infinity, -infinity, -infinity}), {{-infinity}, {-infinity}});
  expect_values(literal({infinity, -infinity}), {{-infinity}, {infinity}});
  expect_values(literal({1, infinity, 2}), {{1}, {infinity}});
  expect_values(literal({-1, -infinity, -2}), {{-infinity}, {-1}});
  expect_right(cases({33, 255}, 256, Data::infinities));
}

TEST_CASE("one block breaks no rule", "[task1][safety][4pt]") {
  // n = 0 last, so that a launch of 0 blocks hides nothing else.
  expect_safe(cases({1, 31, 33, 100, 256, 0}, 256, Data::reals));
}

TEST_CASE("up to 32,768 elements", "[task2][correctness][10pt]") {
  expect_right(at_the_ends({257, 511, 512, 513, 1023, 1024, 1025, 2048, 4095, 4096, 4097}));
  expect_right(at_the_ends({10007, 32767, 32768}));
  expect_right(of_each_sign({300, 513, 1024, 4100, 10007}));
  expect_right(cases({300, 10007}, 256, Data::infinities));
}

TEST_CASE("two launches break no rule", "[task2][safety][3pt]") {
  expect_safe(cases({257, 512, 1025, 4097, 10007}, 256, Data::reals));
}

TEST_CASE("any length", "[task3][correctness][5pt]") {
  // Where one more level begins for blocks of 128 to 512 threads, of one element or two each.
  expect_right(at_the_ends({32769, 65537, 131073, 262145}));
  // The same for 1024 threads, and a group of four more than 1024 blocks of them have threads for.
  constexpr std::size_t m = std::size_t{1} << 20;
  expect_right(at_each({4 * m, 4 * m + 4}, 4 * m + 5)[0]);
  // What threads leave out that take several rounds.
  expect_right(at_each({m / 4 + 9, m / 2 + 9}, 4 * m + 5)[0]);
  expect_right(at_each({m + 9, m + m / 2 + 9}, 4 * m + 5)[0]);
  expect_right(at_each({2 * m + 9, 3 * m + 9}, 4 * m + 5)[0]);
  // And in a second round of as many threads as an H200 runs at a time, four groups each.
  expect_right(at_each({4 * m + m / 2 + 9, 4 * m + 9}, 5 * m + 5)[0]);
}

TEST_CASE("calls come again", "[task3][correctness][5pt]") { expect_right(calls_of_all_kinds()); }

TEST_CASE("the workspace is enough, and read as written", "[task3][safety][4pt]") {
  expect_safe(cases({32769, 65537, 131073}, 256, Data::reals));
  expect_safe(cases({600001}, 256, Data::reals));  // enough for three launches of any size
}

TEST_CASE("huge lengths", "[task3][safety][3pt]") { expect_shape(huge_lengths(256), two_floats); }

TEST_CASE("no memory is left behind", "[task3][safety][3pt]") {
  expect_no_leak(cases({10007}, 256)[0]);
  expect_no_leak(cases({100}, 256)[0]);  // one block
  expect_no_leak(cases({0}, 256)[0]);
}

TEST_CASE("wherever the two lie", "[task4][correctness][10pt]") {
  expect_right(at_each({0,    1,    2,    3,    4,    7,    8,    15,   16,   31,   32,
                        63,   64,   127,  128,  255,  256,  511,  512,  767,  768,  1023,
                        1024, 1535, 1536, 2043, 2044, 2045, 2046, 2047, 2048, 2049, 2050},
                       2051));
  expect_right(at_the_ends({5, 6, 7, 9, 1021, 1022, 1023, 2049, 2050, 2053, 4098, 4099, 8193}));
  expect_right(of_each_sign({4, 5, 6, 7, 2049, 2051, 8197}));
}

TEST_CASE("groups and tails break no rule", "[task4][safety][3pt]") {
  expect_safe(cases({2, 3, 5, 7, 1022, 2049, 4099, 20011}, 256, Data::reals));
}

TEST_CASE("the input is read once", "[task4][efficiency][6pt]") {
  expect_counts(counted(), input_read_at_most(1.05));
  expect_counts(counted(), traffic_at_most(1.1));  // and no copy of it is read again
}

TEST_CASE("nearly all bytes by 16-byte loads", "[task4][efficiency][4pt]") {
  expect_counts(counted(), input_by_16_byte_loads(95));
}

TEST_CASE("threads share the work", "[task3][efficiency][3pt]") {
  expect_counts(counted(), threads_share_the_work());
}

TEST_CASE("nothing is allocated inside", "[task3][efficiency][4pt]") {
  expect_counts(counted(), no_allocation());
}

TEST_CASE("no partial result goes to the host", "[task3][efficiency][3pt]") {
  expect_counts(counted(), no_copy_to_host());
}
