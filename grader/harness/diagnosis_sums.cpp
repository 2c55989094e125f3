// Sums: one number, which agrees with much by accident. So only parts of the input are tried that
// programs leave out or count again, and what fits has to fit for other data too.
#include <algorithm>
#include <array>
#include <vector>

#include "harness/diagnosis_parts.hpp"
#include "harness/text.hpp"

namespace harness::shapes {
namespace {

constexpr std::size_t warp = 32;

/// Sums of the elements in front of each index.
std::vector<double> prefixes_of(std::span<const float> in) {
  std::vector<double> sums(in.size() + 1, 0.0);
  for (std::size_t i = 0; i < in.size(); ++i) sums[i + 1] = sums[i] + static_cast<double>(in[i]);
  return sums;
}

bool is(const WrongOutput& w, double value) {
  return accounts_for(w, [value](std::size_t) { return value; }) > 0;
}

std::optional<NamedShape> times_too_often(const WrongOutput& w) {
  const auto block = static_cast<std::size_t>(std::max(w.block_size, 1));
  std::vector<std::size_t> times = {2, 3, 4, 5, 6, 7, 8, 16, warp, block};
  times.push_back((w.input.size() + block - 1) / block);
  times.push_back(w.input.size());
  for (const std::size_t k : times)
    if (k > 1 && is(w, static_cast<double>(k) * due(w, 0)))
      return named("counted_again", w.name + " is " + with_commas(k) +
                                        " times what is due: each element is added " +
                                        with_commas(k) + " times");
  if (w.input.size() > 1 && is(w, static_cast<double>(w.input.size()) * input(w, 0)))
    return named("first_element_for_all",
                 w.name + " is the first element times the number of elements");
  return std::nullopt;
}

std::optional<NamedShape> end_left_out(const WrongOutput& w, const std::vector<double>& prefixes) {
  const std::size_t n = w.input.size();
  const auto block = static_cast<std::size_t>(std::max(w.block_size, 1));
  const auto left_out = [&](std::size_t first_left_out) -> std::optional<NamedShape> {
    const std::size_t m = first_left_out;
    if (m == 0 || m >= n || !is(w, prefixes[m])) return std::nullopt;
    if (m == 1)
      return named("only_first_element",
                   w.name + " is the first element alone: " + elements_text(w, 1, n) +
                       (n == 2 ? " is" : " are") + " not added");
    if (w.block_size > 1 && m == block && n > 2 * block)
      return named("only_first_block", w.name + " is the sum of the first block's " +
                                           with_commas(m) + " elements: " + elements_text(w, m, n) +
                                           " are not added");
    return named("tail_dropped", w.name + " is the sum of the first " + with_commas(m) + " of " +
                                     with_commas(n) + " elements: " + elements_text(w, m, n) +
                                     (m + 1 == n ? " is" : " are") + " not added");
  };
  for (const std::size_t run : usual_runs(w, n))
    if (auto shape = left_out(n / run * run)) return shape;
  for (const std::size_t end : {n - 1, std::bit_floor(n), std::size_t{1}})
    if (auto shape = left_out(end)) return shape;
  // Where a grid ends before the input does.
  for (std::size_t end = block; w.block_size > 0 && end < n; end += block)
    if (auto shape = left_out(end)) return shape;
  return std::nullopt;
}

std::optional<NamedShape> begin_left_out(const WrongOutput& w,
                                         const std::vector<double>& prefixes) {
  const std::size_t n = w.input.size();
  for (const std::size_t first : {std::size_t{1}, std::size_t{2}, std::size_t{3},
                                  static_cast<std::size_t>(std::max(w.block_size, 1))})
    if (first < n && is(w, prefixes[n] - prefixes[first]))
      return named("head_dropped",
                   w.name + " is the sum without the first " +
                       (first == 1 ? "element: " : with_commas(first) + " elements: ") +
                       elements_text(w, 0, first) + (first == 1 ? " is" : " are") + " not added");
  return std::nullopt;
}

std::optional<NamedShape> one_part_alone(const WrongOutput& w,
                                         const std::vector<double>& prefixes) {
  const std::size_t n = w.input.size();
  const auto part = [&](std::size_t begin, std::size_t end) -> std::optional<NamedShape> {
    if (begin >= end || end - begin == n || !is(w, prefixes[end] - prefixes[begin]))
      return std::nullopt;
    return named("one_part_alone", w.name + " is the sum of " + elements_text(w, begin, end) +
                                       " alone: the other parts are not in it");
  };
  if (auto shape = part(n - 1, n)) return shape;
  const auto block = static_cast<std::size_t>(std::max(w.block_size, 0));
  for (const std::size_t run : {block, 2 * block, 4 * block})
    for (std::size_t begin = 0; run > 0 && begin < n; begin += run)
      if (auto shape = part(begin, std::min(n, begin + run))) return shape;
  return std::nullopt;
}

/// The sum of the elements whose place in their run is below `end` and not below `begin`.
double sum_in_runs(std::span<const float> in, std::size_t run, std::size_t begin, std::size_t end) {
  double sum = 0;
  for (std::size_t first = 0; first < in.size(); first += run)
    for (std::size_t i = first + begin; i < std::min(in.size(), first + end); ++i)
      sum += static_cast<double>(in[i]);
  return sum;
}

/// Of the whole groups of four, from the first element on or from the first aligned one.
std::optional<NamedShape> components(const WrongOutput& w, double all) {
  constexpr std::size_t group = 4;
  for (const std::size_t head : {std::size_t{0}, (group - w.shift % group) % group}) {
    if (w.input.size() < head + group) continue;
    const std::span<const float> groups =
        w.input.subspan(head, (w.input.size() - head) / group * group);
    double sums[group];
    for (std::size_t k = 0; k < group; ++k) sums[k] = sum_in_runs(groups, group, k, k + 1);
    const double rest = all - (sums[0] + sums[1] + sums[2] + sums[3]);
    const auto element = [](std::size_t k) { return "element " + std::to_string(k); };
    for (std::size_t k = 0; k < group; ++k) {
      // With what is no whole group added as it is, or taken for another group.
      const double ragged = sum_in_runs(w.input.subspan(head), group, k, k + 1);
      if (is(w, sums[k] + rest) || is(w, ragged))
        return named("one_of_four", w.name + " is a sum with " + element(k) +
                                        " of each four alone (counted from 0): the other three are "
                                        "lost");
      if (is(w, all - sums[k]) || is(w, all - ragged))
        return named("component_lost", w.name + " is the sum without " + element(k) +
                                           " of each four (counted from 0)");
      if (is(w, all + sums[k]))
        return named("component_twice", w.name + " is the sum with " + element(k) +
                                            " of each four twice (counted from 0)");
      for (std::size_t other = 0; other < group; ++other)
        if (other != k && is(w, all - sums[k] + sums[other]))
          return named("component_confused", w.name + " is the sum with " + element(other) +
                                                 " of each four twice and " + element(k) +
                                                 " not at all (counted from 0)");
    }
  }
  return std::nullopt;
}

std::optional<NamedShape> parts_of_runs(const WrongOutput& w) {
  const auto block = static_cast<std::size_t>(std::max(w.block_size, 0));
  if (w.input.size() <= 1) return std::nullopt;
  for (const std::size_t run : {warp, block}) {
    if (run < 2 || run >= w.input.size()) continue;
    if (is(w, sum_in_runs(w.input, run, 0, 1)))
      return named("first_of_each_run", w.name + " is the sum of the first element of each " +
                                            with_commas(run) + ": the others are lost");
  }
  if (block > warp && is(w, sum_in_runs(w.input, block, 0, warp)))
    return named("first_warp_of_each_block", w.name + " is the sum of the first " +
                                                 std::to_string(warp) + " elements of each " +
                                                 with_commas(block) + ": the others are lost");
  const std::size_t whole = block / warp * warp;
  if (whole > 0 && whole < block && is(w, sum_in_runs(w.input, block, 0, whole)))
    return named("ragged_warp_lost", w.name + " is the sum of the first " + with_commas(whole) +
                                         " elements of each " + with_commas(block) +
                                         ": those of the last, incomplete warp are lost");
  return std::nullopt;
}

/// What is left of each block when its values are halved again and again and an odd one is lost.
std::optional<NamedShape> odd_ones_lost(const WrongOutput& w) {
  const auto block = static_cast<std::size_t>(std::max(w.block_size, 0));
  if (block < 3 || std::has_single_bit(block)) return std::nullopt;
  for (const std::size_t each : {1u, 2u}) {
    double sum = 0;
    std::vector<double> values(block);
    for (std::size_t first = 0; first < w.input.size(); first += each * block) {
      for (std::size_t t = 0; t < block; ++t) {
        values[t] = 0;
        for (std::size_t i = first + t; i < std::min(w.input.size(), first + each * block);
             i += block)
          values[t] += input(w, i);
      }
      for (std::size_t half = block / 2; half > 0; half /= 2)
        for (std::size_t t = 0; t < half; ++t) values[t] += values[t + half];
      sum += values[0];
    }
    if (is(w, sum))
      return named("odd_ones_lost", w.name + " is what is left when the " + with_commas(block) +
                                        " values of a block are halved again and again and an odd "
                                        "one is lost each time");
  }
  return std::nullopt;
}

std::optional<NamedShape> whole_numbers(const WrongOutput& w, double all) {
  double truncated = 0, rounded = 0, down = 0;
  for (const float x : w.input) {
    truncated += std::trunc(static_cast<double>(x));
    rounded += std::nearbyint(static_cast<double>(x));
    down += std::floor(static_cast<double>(x));
  }
  for (const double value : {truncated, rounded, down, std::trunc(all), std::nearbyint(all)})
    if (is(w, value))
      return named("whole_numbers",
                   w.name + " is a sum of whole numbers: fractions are lost on the way");
  return std::nullopt;
}

std::optional<NamedShape> added_to_before(const WrongOutput& w) {
  if (w.before.size() != 1) return std::nullopt;
  const double before = static_cast<double>(std::bit_cast<float>(w.before[0]));
  if (!std::isfinite(before) || before == 0 || !is(w, due(w, 0) + before)) return std::nullopt;
  return named("added_to_the_call_before",
               w.name + " is the due value and the result of the call before, added up");
}

}  // namespace

std::optional<NamedShape> name_sum(const WrongOutput& w) {
  if (w.input.empty()) return std::nullopt;
  if (auto shape = added_to_before(w)) return shape;
  const std::vector<double> prefixes = prefixes_of(w.input);
  const double all = prefixes.back();
  if (auto shape = times_too_often(w)) return shape;
  if (auto shape = end_left_out(w, prefixes)) return shape;
  if (auto shape = begin_left_out(w, prefixes)) return shape;
  if (auto shape = components(w, all)) return shape;
  if (auto shape = parts_of_runs(w)) return shape;
  if (auto shape = odd_ones_lost(w)) return shape;
  if (auto shape = one_part_alone(w, prefixes)) return shape;
  return whole_numbers(w, all);
}

namespace {

struct Tiles {
  const WrongOutput& w;
  std::vector<double> prefixes;
  TermRange of(std::size_t t) const {
    return terms_of(w.structure, t, w.input.size(), w.block_size);
  }
  double sum(std::size_t begin, std::size_t end) const { return prefixes[end] - prefixes[begin]; }
};

}  // namespace

std::optional<NamedShape> name_tile_sums(const WrongOutput& w) {
  if (w.input.empty()) return std::nullopt;
  const Tiles tiles = {w, prefixes_of(w.input)};
  const std::size_t last = w.due() - 1;
  if (const auto n = accounts_for(w, [&](std::size_t t) { return tiles.sum(0, tiles.of(t).end); }))
    return named("sums_of_all_before",
                 w.name +
                     " holds for each tile the sum of all elements up to "
                     "its end, not of its own alone",
                 n >= no_accident);
  if (const auto n = accounts_for(
          w, [&](std::size_t t) { return tiles.sum(tiles.of(t).begin, tiles.of(t).end - 1); }))
    return named("last_of_tile_missing",
                 w.name + " holds for each tile the sum without its last element",
                 n >= no_accident);
  std::size_t wrong = 0;
  for (std::size_t t = 0; t <= last; ++t) wrong += is_right_at(w, t) ? 0 : 1;
  if (wrong == 1 && last > 0 && !is_right_at(w, last))
    return named("last_tile_sum_wrong",
                 "only the sum of the last tile, which has " +
                     counted(tiles.of(last).end - tiles.of(last).begin, "element") + ", is wrong");
  for (const double k : {2.0, 3.0, 4.0})
    if (const auto n = accounts_for(w, [&](std::size_t t) { return k * due(w, t); }))
      return named("counted_again", w.name + " holds " + fixed(k, 0) + " times what is due",
                   n >= no_accident);
  return std::nullopt;
}

}  // namespace harness::shapes
