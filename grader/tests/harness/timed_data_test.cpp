// Data of timed runs: fresh, exact, and others in each round.
#include "harness/timed_data.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <stdexcept>

#include "harness/catch.hpp"
#include "harness/window_results.hpp"

using namespace harness;

namespace {

bool looks_for_extremes = false;

const std::vector<Function>& sums() {
  static const std::vector<Function> all = {{"array_sum", {"d_in"}, {"d_sum"}}};
  return all;
}
const std::vector<Function>& compactions() {
  static const std::vector<Function> all = {
      {"compact", {"d_flags", "d_in"}, {"d_out", "d_count"}, {Element::u32, Element::f32}}};
  return all;
}
std::vector<ExpectedOutput> sum(const Problem& problem) {
  ExpectedOutput output;
  output.values = {0};
  for (const float x : problem.inputs[0]) output.values[0] += static_cast<double>(x);
  if (!problem.exact) output.bound = {1};
  return {output};
}
std::vector<ExpectedOutput> kept(const Problem& problem) {
  std::vector<ExpectedOutput> outputs(2);
  for (std::size_t i = 0; i < problem.n; ++i)
    if (std::bit_cast<std::uint32_t>(problem.inputs[0][i]) != 0)
      outputs[0].values.push_back(problem.inputs[1][i]);
  outputs[0].room = problem.n;
  outputs[1].values = {static_cast<double>(outputs[0].values.size())};
  outputs[1].element = Element::u32;
  return outputs;
}
TimingPlan timing() {
  TimingPlan plan;
  plan.looks_for_extremes = looks_for_extremes;
  return plan;
}

const LabCode sum_code = {&sums, &sum, nullptr, nullptr, &timing};
const LabCode compact_code = {&compactions, &kept, nullptr, nullptr, &timing};

TimedPlan plan_of(std::size_t n, int repeats = 4) {
  return {.n = n, .warm_ups = 1, .repeats = repeats, .end_to_end = true};
}

constexpr std::size_t long_n = TimedData::most_fresh + 4097;

std::vector<float> copy_of(TimedData& data, std::size_t input = 0) {
  const std::span<const float> values = data.call().problem.inputs[input];
  return {values.begin(), values.end()};
}

double magnitudes(const std::vector<float>& values) {
  double total = 0;
  for (const float x : values) total += std::fabs(static_cast<double>(x));
  return total;
}

}  // namespace

TEST_CASE("rounds come in their order and are compared as they should") {
  TimedData data(sum_code, plan_of(100, 3), 1);
  std::vector<Round> kinds;
  std::vector<int> numbers;
  while (data.next()) {
    kinds.push_back(data.kind());
    numbers.push_back(data.number());
    CHECK(data.is_compared_whole());
    CHECK(data.parts().whole == 1);
  }
  CHECK(kinds == std::vector<Round>{Round::warm_up, Round::timed, Round::timed, Round::timed,
                                    Round::end_to_end});
  CHECK(numbers == std::vector<int>{1, 1, 2, 3, 1});
  CHECK_FALSE(data.next());
  data.restart();
  CHECK(data.next());
  CHECK(data.kind() == Round::warm_up);
}

TEST_CASE("short data are fresh in each round and follow from the secret") {
  TimedData data(sum_code, plan_of(1000), 1), same(sum_code, plan_of(1000), 1),
      other(sum_code, plan_of(1000), 2);
  std::vector<float> before(1000, 0.0f);
  std::vector<double> due;
  while (data.next()) {
    REQUIRE(same.next());
    REQUIRE(other.next());
    const std::vector<float> now = copy_of(data);
    CHECK(std::ranges::mismatch(now, before).in1 != now.end());
    std::size_t equal = 0;
    for (std::size_t k = 0; k < now.size(); ++k) equal += now[k] == before[k] ? 1 : 0;
    CHECK(equal < 100);
    CHECK(now == copy_of(same));
    CHECK(now != copy_of(other));
    CHECK(is_exact(Data::literal, now));
    due.push_back(data.expected()[0].values[0]);
    before = now;
  }
  std::ranges::sort(due);
  CHECK(std::ranges::adjacent_find(due) == due.end());
  CHECK(data.input_bytes() == 4000);
  CHECK(data.output_bytes() == 4);
}

TEST_CASE("of long data a few hundred elements are others, and sums stay exact") {
  TimedData data(sum_code, plan_of(long_n, 5), 3);
  REQUIRE(data.next());
  CHECK_FALSE(data.is_compared());
  CHECK(data.parts().count == 0);
  std::vector<float> before = copy_of(data);
  double due_before = data.expected()[0].values[0];
  unsigned whole = 0, in_windows = 0;
  while (data.next()) {
    const std::vector<float> now = copy_of(data);
    std::vector<std::size_t> changed;
    for (std::size_t k = 0; k < now.size(); ++k)
      if (now[k] != before[k]) changed.push_back(k);
    CHECK(changed.size() > 200);
    CHECK(changed.size() <= 256);
    CHECK(changed.front() < long_n / 16);
    CHECK(changed.back() > long_n - long_n / 16);
    // 2^24 eighths: every partial sum is a float, whatever the order.
    CHECK(magnitudes(now) * 8 < double{1 << 24});
    CHECK(std::ranges::all_of(now, [](float x) { return x * 8 == std::floor(x * 8); }));
    const double due = data.expected()[0].values[0];
    CHECK(due != due_before);
    CHECK(due != 0);
    const worker::Fetch parts = data.parts();
    whole += parts.whole;
    in_windows += parts.whole == 0 ? 1 : 0;
    if (parts.whole == 0) {
      CHECK(parts.count == worker::max_places);
      // Some windows show what has changed.
      unsigned with_changes = 0;
      for (std::uint32_t k = 0; k < parts.count; ++k) {
        const worker::Window part = worker::window_at(parts.places[k], 4 * long_n);
        const auto first = std::ranges::lower_bound(changed, part.offset / 4);
        with_changes += first != changed.end() && *first * 4 < part.offset + part.bytes ? 1 : 0;
      }
      CHECK(with_changes >= 12);
    }
    before = now;
    due_before = due;
  }
  CHECK(whole == 4);  // the first, the last, one between, end to end
  CHECK(in_windows == 2);
}

TEST_CASE("what adds nothing gets reals, and flags change with them") {
  TimedData data(compact_code, plan_of(long_n, 2), 4);
  REQUIRE(data.next());
  const std::vector<float> flags = copy_of(data, 0), values = copy_of(data, 1);
  CHECK_FALSE(is_exact(Data::literal, values));
  CHECK(std::ranges::count(values, 0.0f) < 100);
  REQUIRE(data.next());
  std::size_t flipped = 0, changed = 0;
  std::uint32_t largest = 0;
  for (std::size_t k = 0; k < long_n; ++k) {
    const auto was = std::bit_cast<std::uint32_t>(flags[k]);
    const auto is = std::bit_cast<std::uint32_t>(data.call().problem.inputs[0][k]);
    largest = std::max(largest, is);
    flipped += was != is ? 1 : 0;
    changed += values[k] != data.call().problem.inputs[1][k] ? 1 : 0;
  }
  CHECK(largest == 1);
  CHECK(flipped > 200);
  CHECK(changed > 200);
  CHECK(data.call().request.outputs[0].bytes == 4 * long_n);
}

TEST_CASE("extremes are others, in other places, in each round") {
  looks_for_extremes = true;
  for (const std::size_t n : {std::size_t{1000}, long_n}) {
    TimedData data(sum_code, plan_of(n, 3), 5);
    std::vector<float> lowest, highest;
    std::vector<std::ptrdiff_t> places;
    while (data.next()) {
      const std::span<const float> values = data.call().problem.inputs[0];
      const auto [low, high] = std::ranges::minmax_element(values);
      lowest.push_back(*low);
      highest.push_back(*high);
      places.push_back(low - values.begin());
      places.push_back(high - values.begin());
      CHECK(*low < -1);
      CHECK(*low >= -2);
      CHECK(*high > 1);
      CHECK(*high <= 2);
      CHECK(std::ranges::count_if(values, [](float x) { return std::fabs(x) > 1; }) == 2);
    }
    for (auto* const all : {&lowest, &highest}) {
      std::ranges::sort(*all);
      CHECK(std::ranges::adjacent_find(*all) == all->end());
    }
    std::ranges::sort(places);
    CHECK(places.back() - places.front() > static_cast<std::ptrdiff_t>(n / 4));
  }
  looks_for_extremes = false;
}

TEST_CASE("a plan must fit the lab") {
  CHECK_THROWS_AS(TimedData(sum_code, plan_of(0), 1), std::runtime_error);
  CHECK_THROWS_AS(TimedData(sum_code, plan_of(10, 0), 1), std::runtime_error);
  TimedPlan plan = plan_of(10);
  plan.entry = 1;
  CHECK_THROWS_AS(TimedData(sum_code, plan, 1), std::runtime_error);
}
