// Shapes of wrong sums, extremes and selections.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "harness/catch.hpp"
#include "tests/harness/diagnosis_bench.hpp"

using namespace diagnosis_bench;
using harness::OutputKind;

namespace {

constexpr std::size_t n = 103;
constexpr float infinity = std::numeric_limits<float>::infinity();

/// The sum of the elements that `counts` lets in.
float sum_where(const Example& e, const std::function<bool(std::size_t)>& counts) {
  double sum = 0;
  for (std::size_t i = 0; i < e.input.size(); ++i) sum += counts(i) ? e.in(i) : 0;
  return static_cast<float>(sum);
}

std::string shape_of(float got, int block_size = 16) {
  Example e = sum_of(eighths(n), block_size);
  return e.holding({got}).shape();
}

std::string shape_where(const std::function<bool(std::size_t)>& counts, int block_size = 16) {
  return shape_of(sum_where(sum_of(eighths(n)), counts), block_size);
}

}  // namespace

TEST_CASE("shapes: sums of a part of the elements") {
  CHECK(shape_where([](std::size_t i) { return i < 100; }) == "tail_dropped");
  CHECK(shape_where([](std::size_t i) { return i < 96; }) == "tail_dropped");
  CHECK(shape_where([](std::size_t i) { return i < 64; }) == "tail_dropped");
  CHECK(shape_where([](std::size_t i) { return i + 1 < n; }) == "tail_dropped");
  CHECK(shape_where([](std::size_t i) { return i < 16; }) == "only_first_block");
  CHECK(shape_where([](std::size_t i) { return i == 0; }) == "only_first_element");
  CHECK(shape_where([](std::size_t i) { return i >= 1; }) == "head_dropped");
  CHECK(shape_where([](std::size_t i) { return i >= 3; }) == "head_dropped");
  CHECK(shape_where([](std::size_t i) { return i / 16 == 3; }) == "one_part_alone");
  CHECK(shape_where([](std::size_t i) { return i >= 96; }) == "one_part_alone");
  CHECK(shape_where([](std::size_t i) { return i % 4 == 0; }) == "one_of_four");
  CHECK(shape_where([](std::size_t i) { return i % 4 != 3; }) == "component_lost");
  CHECK(shape_where([](std::size_t i) { return i % 32 == 0; }) == "first_of_each_run");
  CHECK(shape_where([](std::size_t i) { return i % 16 == 0; }) == "first_of_each_run");
  CHECK(shape_where([](std::size_t i) { return i % 48 < 32; }, 48) == "first_warp_of_each_block");
  CHECK(shape_where([](std::size_t i) { return i % 80 < 64; }, 80) == "ragged_warp_lost");
  // Which elements they are is no shape.
  CHECK(shape_where([](std::size_t i) { return i != 7 && i != 40 && i != 77; }) == "none");
}

TEST_CASE("shapes: halving loses odd ones") {
  // Blocks of 12 are halved to 6, 3, 1: of each twelve, elements 2, 5, 8 and 11 are lost.
  CHECK(shape_where([](std::size_t i) { return i % 12 % 3 != 2; }, 12) == "odd_ones_lost");
  // A power of two loses none, so nothing explains the same value there.
  CHECK(shape_where([](std::size_t i) { return i % 12 % 3 != 2; }, 16) == "none");
}

TEST_CASE("shapes: sums of the wrong numbers") {
  Example e = sum_of(eighths(n));
  const float due = static_cast<float>(e.due(0));
  CHECK(shape_of(2 * due) == "counted_again");
  CHECK(shape_of(16 * due) == "counted_again");
  CHECK(shape_of(7 * due) == "counted_again");  // blocks
  CHECK(shape_of(0) == "all_zero");
  double whole = 0;
  for (std::size_t i = 0; i < n; ++i) whole += std::trunc(e.in(i));
  CHECK(shape_of(static_cast<float>(whole)) == "whole_numbers");
  e.before = {bits(12.5f)};
  CHECK(e.holding({due + 12.5f}).shape() == "added_to_the_call_before");
  CHECK(e.holding({12.5f}).shape() == "result_of_the_call_before");
  CHECK_FALSE(e.named()->proven);  // one number
  e.got = {poison | quiet_bit};
  CHECK(e.shape() == "not_zeroed");
  CHECK(e.named()->proven);
}

TEST_CASE("shapes: keys do not hold values of the data") {
  for (const std::uint32_t seed : {1u, 2u, 3u}) {
    Example e = sum_of(eighths(n, seed));
    e.holding({sum_where(e, [](std::size_t i) { return i < 96; })});
    CHECK(e.named()->key ==
          "d_out is the sum of the first 96 of 103 elements: d_in[96..102] are not added");
  }
}

TEST_CASE("shapes: sums of tiles") {
  Example e;
  e.kind = OutputKind::tile_sums;
  e.input = eighths(100);
  e.block_size = 4;
  e.blocks_in_segment = 2;  // 13 tiles, the last one of 4
  const auto sum = [&](std::size_t begin, std::size_t end) {
    double total = 0;
    for (std::size_t i = begin; i < std::min<std::size_t>(end, 100); ++i) total += e.in(i);
    return total;
  };
  for (std::size_t t = 0; t < 13; ++t) e.expected.values.push_back(sum(8 * t, 8 * t + 8));
  CHECK(e.holding([&](std::size_t t) { return sum(0, 8 * t + 8); }).shape() ==
        "sums_of_all_before");
  CHECK(e.holding([&](std::size_t t) {
           return sum(8 * t, std::min<std::size_t>(8 * t + 8, 100) - 1);
         }).shape() == "last_of_tile_missing");
  CHECK(e.holding([&](std::size_t t) { return t == 12 ? 0.5 : e.due(t); }).shape() ==
        "last_tile_sum_wrong");
  CHECK(e.holding([&](std::size_t t) { return t == 5 ? 0.5 : e.due(t); }).shape() == "none");
}

TEST_CASE("shapes: minimum and maximum") {
  std::vector<float> values = {5, -3, 8, 2.5f, -7, 1, 9, 4};
  Example low = extreme_of(OutputKind::minimum, values, -7);
  Example high = extreme_of(OutputKind::maximum, values, 9);
  CHECK(low.holding({9.0f}).shape() == "other_extreme");
  CHECK(high.holding({-7.0f}).shape() == "other_extreme");
  CHECK(low.holding({-3.0f}).shape() ==
        "compared_as_integers");  // bits of -3 are below those of -7
  CHECK(high.holding({8.0f}).shape() == "extreme_missed");
  CHECK(high.text() ==
        "the largest element, d_in[6], is missed: d_out is the largest of all others");
  CHECK(high.holding({4.0f}).shape() == "many_missed");
  CHECK(high.holding({17.0f}).shape() == "none");

  Example below = extreme_of(OutputKind::maximum, {-5, -2, -9}, -2);
  CHECK(below.holding({0.0f}).shape() == "identity_wins");
  CHECK(below.holding({std::numeric_limits<float>::min()}).shape() == "identity_wins");
  Example infinite = extreme_of(OutputKind::maximum, {-infinity, -infinity}, -infinity);
  CHECK(infinite.holding({-std::numeric_limits<float>::max()}).shape() == "identity_wins");
  Example one = extreme_of(OutputKind::minimum, {1, -infinity, 3, 2}, -infinity);
  CHECK(one.holding({1.0f}).shape() == "infinities_left_out");
  Example none = extreme_of(OutputKind::minimum, {}, infinity);
  CHECK(none.holding({0.0f}).shape() == "no_elements");
}

TEST_CASE("shapes: kept elements") {
  std::vector<float> values(40);
  std::iota(values.begin(), values.end(), 1.0f);
  std::vector<std::uint32_t> flags(40);
  for (std::size_t i = 0; i < 40; ++i) flags[i] = i % 3 == 0 ? 0 : static_cast<std::uint32_t>(i);
  flags[31] = 0x80000000u;
  Example e = kept_of(values, flags);
  std::vector<float> due, odd, positive;
  for (std::size_t i = 0; i < 40; ++i) {
    if (flags[i] != 0) due.push_back(values[i]);
    if ((flags[i] & 1u) != 0) odd.push_back(values[i]);
    if (static_cast<std::int32_t>(flags[i]) > 0) positive.push_back(values[i]);
  }
  CHECK(e.holding(due).shape() == "none");  // right
  CHECK(e.holding(odd).shape() == "flags_read_otherwise");
  CHECK(e.text().find("the lowest bit of the flag is set") != std::string::npos);
  CHECK(e.holding(positive).text().find("above 0 as a signed integer") != std::string::npos);
  CHECK(e.holding(values).text().find("whatever its flag") != std::string::npos);

  std::vector<float> other = due;
  std::swap(other[3], other[20]);
  CHECK(e.holding(other).shape() == "other_order");
  other = due;
  other.erase(other.begin() + 5);
  CHECK(e.holding(other).shape() == "elements_lost");
  CHECK(e.text().find("lacks 1 element that is due") != std::string::npos);
  other = due;
  other.insert(other.begin(), 77.0f);
  CHECK(e.holding(other).shape() == "shifted");
  other = due;
  other.push_back(0);
  CHECK(e.holding(other).shape() == "written_behind_the_end");
  other = due;
  other[3] = other[4];  // one twice
  CHECK(e.holding(other).shape() == "none");
}

TEST_CASE("shapes: counts of kept elements") {
  std::vector<std::uint32_t> flags(2000);
  for (std::size_t i = 0; i < flags.size(); ++i) flags[i] = i % 5 == 4 || i % 7 == 1 ? 2 : 0;
  flags[3] = 5;
  const auto due = static_cast<std::uint32_t>(count_of(flags, 0).expected.values[0]);

  CHECK(count_of(flags, 2 * due + 3).shape() == "flags_added_up");
  CHECK(count_of(flags, 1).shape() == "flags_read_otherwise");
  CHECK(count_of(flags, 2000).shape() == "flags_read_otherwise");
  CHECK(count_of(flags, due - 1).shape() == "last_flag_forgotten");
  CHECK(count_of(flags, 3 * due).shape() == "counted_again");
  flags.back() = 0;
  CHECK(count_of(flags, due - 2).shape() == "none");
  Example many = count_of(flags, 1u << 24);
  many.expected.values[0] = 16778219;
  CHECK(many.shape() == "saturated");
  Example again = count_of(flags, due + 99);
  again.expected.values[0] = due;
  again.before = {99};
  CHECK(again.shape() == "added_to_the_call_before");
}

TEST_CASE("shapes: components of float4, from an aligned element on") {
  // 23 floats, the first of which lies one float behind a boundary: 3 in front, then five groups.
  Example e = sum_of(eighths(23));
  const auto group_sum = [&](std::size_t component) {
    return static_cast<double>(
        sum_where(e, [&](std::size_t i) { return i >= 3 && (i - 3) % 4 == component; }));
  };
  const double due = e.due(0);
  const auto shape = [&](double got, std::size_t shift) {
    e.holding({static_cast<float>(got)});
    harness::WrongOutput w = e.wrong();
    w.shift = shift;
    const auto found = harness::name_shape(w);
    return found ? found->shape.name : std::string("none");
  };
  CHECK(shape(due - group_sum(3) + group_sum(2), 1) == "component_confused");
  CHECK(shape(due - group_sum(3), 1) == "component_lost");
  CHECK(shape(due + group_sum(1), 1) == "component_twice");
  CHECK(shape(due - group_sum(3) + group_sum(2), 0) == "none");
  CHECK(shape(23 * e.in(0), 0) == "first_element_for_all");
}

TEST_CASE("shapes: memory that nothing wrote, many times") {
  Example e = sum_of(eighths(20));
  e.filler = 0x4B800101u;
  const double filler = static_cast<double>(std::bit_cast<float>(e.filler));
  CHECK(e.holding({static_cast<float>(e.due(0) + 12 * filler)}).shape() == "not_zeroed");
  CHECK(e.holding({static_cast<float>(e.due(0) - 12 * filler)}).shape() == "none");
  CHECK(e.holding({static_cast<float>(e.due(0) + 12.5 * filler)}).shape() == "none");
  e.filler = poison;
  e.got = {(poison & 0xFFFFFF00u) | quiet_bit};  // its lowest byte was cleared
  CHECK(e.shape() == "not_zeroed");
}
