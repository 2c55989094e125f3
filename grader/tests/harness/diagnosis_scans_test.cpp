// Shapes of wrong scans, and of any output.
#include <algorithm>
#include <cmath>
#include <limits>

#include "harness/catch.hpp"
#include "harness/compare.hpp"
#include "tests/harness/diagnosis_bench.hpp"

using namespace diagnosis_bench;
using harness::OutputKind;

namespace {

constexpr std::size_t n = 100;

Example scan() { return scan_of(eighths(n)); }

double sum_of_range(const Example& e, std::size_t begin, std::size_t end) {
  double sum = 0;
  for (std::size_t i = begin; i < std::min(end, e.input.size()); ++i) sum += e.in(i);
  return sum;
}

}  // namespace

TEST_CASE("shapes: scans of another kind") {
  Example e = scan();
  CHECK(e.holding([&](std::size_t i) { return e.due(i) + e.in(i); }).shape() == "inclusive_scan");
  CHECK(e.named()->proven);
  CHECK(e.holding(e.input).shape() == "copy_of_the_input");
  CHECK(e.holding([&](std::size_t i) { return sum_of_range(e, i + 1, n); }).shape() ==
        "reversed_scan");
  CHECK(e.holding([&](std::size_t i) { return sum_of_range(e, i, n); }).shape() == "reversed_scan");
  CHECK(e.holding([&](std::size_t i) { return e.due(n - 1 - i); }).shape() == "reversed_order");
  CHECK(e.holding([&](std::size_t) { return sum_of_range(e, 0, n); }).shape() == "totals");
  CHECK(e.holding([&](std::size_t i) { return 2 * e.due(i); }).shape() == "counted_again");
}

TEST_CASE("shapes: an inclusive scan of reals, within rounding") {
  std::vector<float> reals(n);
  for (std::size_t i = 0; i < n; ++i) reals[i] = std::sin(static_cast<float>(i + 1));
  Example e = scan_of(reals);
  for (std::size_t i = 0; i < n; ++i)
    e.expected.bound.push_back(harness::summation_bound(i, static_cast<double>(i)));
  CHECK(e.holding([&](std::size_t i) { return e.due(i) + e.in(i); }).shape() == "inclusive_scan");
  // A bound as large as the elements tells nothing apart.
  e.expected.bound.assign(1, 0.6);
  CHECK(e.shape() == "none");
}

TEST_CASE("shapes: one element that differs from the shape is enough to name none") {
  Example e = scan();
  e.holding([&](std::size_t i) { return e.due(i) + e.in(i); });
  for (const std::size_t at : {std::size_t{0}, std::size_t{41}, n - 2}) {
    Example other = e;
    other.got[at] = bits(1234.5f);
    CHECK(other.shape() == "none");
  }
}

TEST_CASE("shapes: scans of tiles whose offsets are wrong") {
  Example e = scan_of(eighths(100), 4);  // tiles of 8: the last one has 4 elements
  const auto tile = [](std::size_t i) { return i / 8 * 8; };
  CHECK(e.holding([&](std::size_t i) { return sum_of_range(e, tile(i), i); }).shape() ==
        "offsets_missing");
  CHECK(e.text().find("each 8 elements of d_out") != std::string::npos);
  CHECK(e.holding([&](std::size_t i) { return sum_of_range(e, i / 64 * 64, i); }).shape() ==
        "offsets_missing_above");
  CHECK(e.text().find("each 64 elements") != std::string::npos);
  CHECK(e.holding([&](std::size_t i) {
           return e.due(i) + sum_of_range(e, tile(i), tile(i) + 8);
         }).shape() == "offset_of_the_next");
  CHECK(e.holding([&](std::size_t i) {
           return e.due(i) - (i < 8 ? 0 : sum_of_range(e, tile(i) - 8, tile(i)));
         }).shape() == "offset_of_the_previous");
  CHECK(e.holding([&](std::size_t i) {
           double lost = 0;
           for (std::size_t t = 8; t <= tile(i); t += 8) lost += e.in(t - 1);
           return e.due(i) - lost;
         }).shape() == "sums_without_last_element");
  CHECK(e.holding([&](std::size_t i) {
           return e.due(i) + (i < 8 ? 0.0 : static_cast<double>(tile(i) * tile(i) % 13) + 1);
         }).shape() == "wrong_offsets");
  CHECK(e.text().find("first at d_out[8]") != std::string::npos);
}

TEST_CASE("shapes: all elements off by the same, and from one on") {
  Example e = scan();
  CHECK(e.holding([&](std::size_t i) { return e.due(i) + 2.5; }).shape() == "same_offset");
  CHECK(e.text() == "all elements of d_out are too large by the same 2.5");
  CHECK(e.holding([&](std::size_t i) { return e.due(i) - (i > 36 ? e.in(36) : 0); }).shape() ==
        "element_left_out");
  CHECK(e.text().find("d_in[36] is left out of all sums from d_out[37] on") == 0);
  CHECK(e.holding([&](std::size_t i) { return e.due(i) + (i >= 37 ? 1000 : 0); }).shape() ==
        "wrong_from_there_on");
}

TEST_CASE("shapes: moved, rounded to whole numbers, wrong in the tail") {
  Example e = scan();
  CHECK(e.holding([&](std::size_t i) { return i == 0 ? 99.0 : e.due(i - 1); }).shape() ==
        "shifted");
  CHECK(e.text().find("one place behind") != std::string::npos);
  CHECK(e.holding([&](std::size_t i) { return i + 2 >= n ? 99.0 : e.due(i + 2); }).shape() ==
        "shifted");
  CHECK(e.holding([&](std::size_t i) {
           double sum = 0;
           for (std::size_t k = 0; k < i; ++k) sum += std::trunc(e.in(k));
           return sum;
         }).shape() == "whole_numbers");
  CHECK(e.holding([&](std::size_t i) { return i == 97 || i == 99 ? 77.0 : e.due(i); }).shape() ==
        "last_run_wrong");
}

TEST_CASE("shapes: scans of each tile by itself") {
  Example e = scan_of(eighths(100), 4, 2);  // as in lab 04: tiles of 8
  CHECK(e.holding([&](std::size_t i) { return sum_of_range(e, i / 4 * 4, i); }).shape() ==
        "offsets_missing");
  CHECK(e.text().find("each 4 elements") != std::string::npos);
  CHECK(e.holding([&](std::size_t i) { return e.due(i) + e.in(i); }).shape() == "inclusive_scan");
  // The scan of all is not that of each tile: offsets were added that are not asked for.
  CHECK(e.holding([&](std::size_t i) { return sum_of_range(e, 0, i); }).shape() == "wrong_offsets");
}

TEST_CASE("shapes: what was never written") {
  Example e = scan();
  e.got.assign(n, poison);
  CHECK(e.shape() == "never_written");
  e.launches = 0;
  CHECK(e.shape() == "no_kernel_launched");
  e.launches = 1;
  const auto due = [&](std::size_t i) { return e.due(i); };
  e.holding(due);
  std::fill(e.got.begin() + 96, e.got.end(), poison);
  CHECK(e.shape() == "tail_not_written");
  CHECK(e.text() ==
        "the last 4 elements of d_out were never written: those behind the last whole run of 8");
  e.holding(due);
  std::fill(e.got.begin() + 8, e.got.end(), poison);
  CHECK(e.shape() == "only_first_block");
  e.holding(due);
  for (std::size_t i = 3; i < n; i += 4) e.got[i] = poison;
  CHECK(e.shape() == "holes");
  CHECK(e.text().find("every 4th one, from d_out[3] on") != std::string::npos);
  // A hole and a wrong element are two things.
  e.got[0] = bits(5);
  CHECK(e.shape() == "none");
}

TEST_CASE("shapes: fillers of memory in the result") {
  Example e = scan();
  const auto spoilt = [&](std::uint32_t word) {
    e.holding([&](std::size_t i) { return e.due(i); });
    for (std::size_t i = 50; i < n - 7; i += 3) e.got[i] = word;
    return e.shape();
  };
  CHECK(spoilt(poison | quiet_bit) == "not_zeroed");
  CHECK(spoilt(memory_poison) == "unset_memory_used");
  CHECK(spoilt(memory_poison | quiet_bit) == "unset_memory_used");
  CHECK(spoilt(0x7FC3A5C3u) == "read_outside_an_array");  // worker::guard_word
  CHECK(spoilt(0x7FC00000u) == "none");                   // a NaN of arithmetic says nothing
  e.input[10] = std::numeric_limits<float>::infinity();
  CHECK(spoilt(0xFFC00000u) == "infinity_minus_infinity");
  e = scan();
  e.filler = 0x4B800007u;  // 2^24 + 14: additions of small numbers move it a little
  CHECK(spoilt(bits(16777240.0f)) == "not_zeroed");
  CHECK(spoilt(bits(-16777240.0f)) == "none");
}

TEST_CASE("shapes: results of the call before, and zeros") {
  Example e = scan();
  for (const float x : eighths(n, 99)) e.before.push_back(bits(x));
  e.got = e.before;
  CHECK(e.shape() == "result_of_the_call_before");
  e.got.assign(n, 0);
  CHECK(e.shape() == "all_zero");
  e.got[7] = bits(0.125f);
  CHECK(e.shape() == "none");
}

TEST_CASE("shapes: a right output, and one of noise, have none") {
  Example e = scan();
  e.holding([&](std::size_t i) { return e.due(i); });
  CHECK(e.shape() == "none");
  const std::vector<float> noise = eighths(n, 4711);
  CHECK(e.holding(noise).shape() == "none");
}

TEST_CASE("shapes: the sum of a run is missing from one element on") {
  Example e = scan_of(eighths(40), 4);
  CHECK(e.holding([&](std::size_t i) {
           return e.due(i) - (i >= 38 ? e.due(24) - e.due(16) : 0);
         }).shape() == "run_left_out");
  CHECK(e.text().find("the sum of d_in[16..23] is missing from d_out[38] on") == 0);
  // Two elements off by something that no run has are no shape.
  CHECK(e.holding([&](std::size_t i) { return e.due(i) + (i >= 39 ? 4099.125 : 0); }).shape() !=
        "wrong_from_there_on");
}

TEST_CASE("shapes: a scan with an infinity") {
  Example e = scan_of(eighths(100), 4);
  e.input[20] = std::numeric_limits<float>::infinity();
  for (std::size_t i = 21; i < 100; ++i)
    e.expected.values[i] = std::numeric_limits<double>::infinity();
  CHECK(e.holding([&](std::size_t i) { return sum_of_range(e, i / 8 * 8, i); }).shape() ==
        "offsets_missing");
  // All infinite is no total.
  CHECK(e.holding([&](std::size_t) { return std::numeric_limits<double>::infinity(); }).shape() ==
        "none");
}

TEST_CASE("shapes: an own input that is added and taken away") {
  Example e = scan_of({0.125f, 0.25f, 0.0625f, 1048576.0f, 0.5f, 0.25f, 0.125f, 1.0f}, 4);
  e.holding([&](std::size_t i) { return e.due(i); });
  e.got[3] = bits(0.5f);  // (0.4375 + 2^20) - 2^20, rounded to 1/8 ... to the nearest of 2^20's
  CHECK(e.shape() == "own_input_taken_away");
  e.got[3] = bits(100.0f);
  CHECK(e.shape() != "own_input_taken_away");
}
