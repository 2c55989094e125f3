// Scans: whole arrays of numbers, which agree with nothing by accident.
#include <algorithm>
#include <numeric>
#include <vector>

#include "harness/diagnosis_parts.hpp"
#include "harness/text.hpp"

namespace harness::shapes {
namespace {

std::size_t segment_of(const WrongOutput& w) {
  return w.structure.segment(w.input.size(), w.block_size);
}
std::size_t begin_of(const WrongOutput& w, std::size_t index) {
  return terms_of(w.structure, index, w.input.size(), w.block_size).begin;
}
/// The sum up to and including the element.
double inclusive(const WrongOutput& w, std::size_t index) {
  return due(w, index) + input(w, index);
}
/// Of the segment that holds the element.
double total(const WrongOutput& w, std::size_t index) {
  const std::size_t end = std::min(w.due(), begin_of(w, index) + segment_of(w));
  return inclusive(w, end - 1);
}

using Value = std::function<double(std::size_t)>;
std::optional<NamedShape> all_are(const WrongOutput& w, const Value& value, std::string name,
                                  std::string text) {
  const std::size_t differing = accounts_for(w, value);
  if (differing == 0) return std::nullopt;
  return named(std::move(name), std::move(text), differing >= no_accident);
}

std::optional<NamedShape> other_scan(const WrongOutput& w) {
  const std::string each = "each element of " + w.name;
  if (auto shape = all_are(
          w, [&](std::size_t i) { return inclusive(w, i); }, "inclusive_scan",
          each + " is the sum up to and including its own input: the scan is "
                 "inclusive, an exclusive one is due"))
    return shape;
  if (auto shape = all_are(
          w, [&](std::size_t i) { return input(w, i); }, "copy_of_the_input",
          w.name + " is a copy of " + w.input_name + ": nothing was added"))
    return shape;
  if (auto shape = all_are(
          w, [&](std::size_t i) { return total(w, i) - inclusive(w, i); }, "reversed_scan",
          each + " is the sum of what comes behind it, not of what is in front"))
    return shape;
  if (auto shape = all_are(
          w, [&](std::size_t i) { return total(w, i) - due(w, i); }, "reversed_scan",
          each + " is the sum of itself and what comes behind it, not of what is "
                 "in front"))
    return shape;
  const auto mirrored = [&](std::size_t i) {
    const std::size_t begin = begin_of(w, i), end = std::min(w.due(), begin + segment_of(w));
    return due(w, begin + (end - 1 - i));
  };
  if (auto shape = all_are(w, mirrored, "reversed_order",
                           "the elements of " + w.name + " are right, but from last to first"))
    return shape;
  if (auto shape = all_are(
          w, [&](std::size_t i) { return total(w, i); }, "totals",
          each + " is the sum of the whole, not of what is in front of it"))
    return shape;
  for (const double k : {2.0, 3.0, 4.0})
    if (auto shape = all_are(
            w, [&](std::size_t i) { return k * due(w, i); }, "counted_again",
            each + " is " + fixed(k, 0) + " times what is due"))
      return shape;
  return std::nullopt;
}

std::optional<NamedShape> shifted(const WrongOutput& w) {
  for (const std::ptrdiff_t by : {-1, 1, -2, 2, -4, 4}) {
    std::size_t differing = 0;
    bool all = true;
    for (std::size_t i = 0; i < w.due() && all; ++i) {
      const std::ptrdiff_t from = static_cast<std::ptrdiff_t>(i) + by;
      if (from < 0 || from >= static_cast<std::ptrdiff_t>(w.due())) continue;  // nothing to compare
      const double value = due(w, static_cast<std::size_t>(from));
      all = is_value(w, i, value);
      differing += std::fabs(value - due(w, i)) > 4 * tolerance(w, i, value) ? 1 : 0;
    }
    if (!all || differing < 2) continue;
    const std::size_t places = static_cast<std::size_t>(by < 0 ? -by : by);
    return named("shifted",
                 "each element of " + w.name + " stands " +
                     (places == 1 ? "one place" : std::to_string(places) + " places") +
                     (by < 0 ? " behind" : " in front of") + " where it is due",
                 differing >= no_accident);
  }
  return std::nullopt;
}

std::optional<NamedShape> whole_numbers(const WrongOutput& w) {
  for (const auto convert :
       {+[](double x) { return std::trunc(x); }, +[](double x) { return std::nearbyint(x); },
        +[](double x) { return std::floor(x); }}) {
    std::vector<double> values(w.due());
    double sum = 0;
    for (std::size_t i = 0; i < w.due(); ++i) {
      if (i == begin_of(w, i)) sum = 0;
      values[i] = sum;
      sum += convert(input(w, i));
    }
    for (const Value& value : {Value([&](std::size_t i) { return values[i]; }),
                               Value([&](std::size_t i) { return convert(due(w, i)); })})
      if (auto shape = all_are(w, value, "whole_numbers",
                               "each element of " + w.name +
                                   " is a sum of whole numbers: fractions are lost on the way"))
        return shape;
  }
  return std::nullopt;
}

/// How far each element is off, where that is the same for long runs of elements.
struct Offsets {
  std::size_t run = 0;         ///< All runs but the last are so long, and begin at multiples.
  std::vector<double> of_run;  ///< How far each is off.
  std::size_t changes = 0;     ///< Places where the next one is off by something else.
  std::size_t first_change = 0;
};

std::optional<Offsets> offsets_of(const WrongOutput& w) {
  Offsets offsets;
  double before = 0;
  std::vector<double> off(w.due());
  for (std::size_t i = 0; i < w.due(); ++i) {
    const double got = number(w, i);
    if (!std::isfinite(got) || !std::isfinite(due(w, i)) || is_unwritten(w, i)) return std::nullopt;
    off[i] = got - due(w, i);
    const double rounding = tolerance(w, i, got);
    if (i > 0 && std::fabs(off[i] - before) > 2 * rounding) {
      offsets.run = std::gcd(offsets.run, i);
      if (offsets.changes++ == 0) offsets.first_change = i;
    }
    before = off[i];
  }
  if (offsets.changes == 0) offsets.run = w.due();
  for (std::size_t begin = 0; begin < w.due(); begin += offsets.run)
    offsets.of_run.push_back(off[begin]);
  return offsets;
}

struct Runs {
  const WrongOutput& w;
  const Offsets& offsets;
  std::size_t begin(std::size_t t) const { return t * offsets.run; }
  std::size_t end(std::size_t t) const { return std::min(w.due(), (t + 1) * offsets.run); }
  double sum(std::size_t t) const { return inclusive(w, end(t) - 1) - due(w, begin(t)); }
  /// Whether each run is off by what `value` says, and some by more than rounding.
  bool off_by(const Value& value) const {
    std::size_t wrong = 0;
    for (std::size_t t = 0; t < offsets.of_run.size(); ++t) {
      const double rounding = 2 * tolerance(w, end(t) - 1, due(w, end(t) - 1));
      if (std::fabs(offsets.of_run[t] - value(t)) > rounding) return false;
      wrong += std::fabs(value(t)) > 2 * rounding ? 1 : 0;
    }
    return wrong > 0;
  }
};

std::optional<NamedShape> same_offset_everywhere(const WrongOutput& w, const Offsets& offsets) {
  const double off = offsets.of_run[0];
  double most_rounding = 0;
  for (std::size_t i = 0; i < w.due(); ++i)
    most_rounding = std::max(most_rounding, tolerance(w, i, due(w, i)));
  if (std::fabs(off) <= 4 * most_rounding || w.due() < 2) return std::nullopt;
  const std::string by = exact_text(static_cast<float>(std::fabs(off)));
  std::string text = "all elements of " + w.name + " are too " + (off > 0 ? "large" : "small") +
                     " by the same " + by;
  if (w.due() == segment_of(w) && std::fabs(off - total(w, 0)) <= 2 * tolerance(w, 0, off))
    text += ", the sum of all inputs";
  return named_as("same_offset", "same_offset", text, w.due() >= no_accident);
}

/// From one element on all are off by the same: by one input, or the sum of a run of them.
std::optional<NamedShape> one_change(const WrongOutput& w, const Offsets& offsets) {
  constexpr std::size_t fewest = 4;  // of one or two nothing is the same
  const std::size_t from = offsets.first_change, after = w.due() - from;
  const double off = offsets.of_run.back(), rounding = 2 * tolerance(w, from, off);
  if (offsets.changes != 1 || offsets.of_run[0] != 0) return std::nullopt;
  const std::string there = w.name + "[" + std::to_string(from) + "]";
  if (std::fabs(off + input(w, from - 1)) <= rounding)
    return named("element_left_out",
                 elements_text(w, from - 1, from) + " is left out of all sums from " + there +
                     " on; all else is right",
                 after >= no_accident);
  const std::size_t first = begin_of(w, from);
  for (const std::size_t run : usual_runs(w, from))
    for (std::size_t begin = first; begin + run <= from; begin += run)
      if (std::fabs(off + due(w, begin + run) - due(w, begin)) <= rounding)
        return named("run_left_out", "the sum of " + elements_text(w, begin, begin + run) +
                                         " is missing from " + there + " on; all else is right");
  if (after < fewest) return std::nullopt;
  return named_as("wrong from " + std::to_string(from), "wrong_from_there_on",
                  "from " + there + " on all elements are too " + (off > 0 ? "large" : "small") +
                      " by the same " + exact_text(static_cast<float>(std::fabs(off))),
                  after >= no_accident);
}

/// Elements that are scanned by themselves, and how many at a time; infinities among them too.
std::optional<NamedShape> runs_by_themselves(const WrongOutput& w) {
  constexpr std::size_t shortest = 4;
  std::size_t first = 0;
  while (first < w.due() && is_right_at(w, first)) ++first;
  std::vector<std::size_t> candidates = usual_runs(w, w.due());
  if (first < w.due() && number(w, first) == 0) candidates.insert(candidates.begin(), first);
  for (const std::size_t run : candidates) {
    if (run < shortest || run >= segment_of(w)) continue;
    std::vector<double> values(w.due());
    double sum = 0;
    for (std::size_t i = 0; i < w.due(); ++i) {
      if ((i - begin_of(w, i)) % run == 0) sum = 0;
      values[i] = sum;
      sum += input(w, i);
    }
    const std::size_t differing = accounts_for(w, [&](std::size_t i) { return values[i]; });
    if (differing == 0) continue;
    const std::size_t tile = 2 * static_cast<std::size_t>(std::max(w.block_size, 0));
    const bool above = tile > 1 && run > 2 * tile;
    std::string text = "each " + with_commas(run) + " elements of " + w.name +
                       " are scanned for themselves: the sum of what is in front of them is not "
                       "added";
    if (above) text += ", though they are more than the " + with_commas(tile) + " of a tile";
    return named(above ? "offsets_missing_above" : "offsets_missing", text,
                 differing >= no_accident);
  }
  return std::nullopt;
}

/// Off by the rounding of their own input, which was added and taken away again.
std::optional<NamedShape> own_input_taken_away(const WrongOutput& w) {
  constexpr double rounding = 0x1p-22;
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < w.due(); ++i) {
    if (is_right_at(w, i)) continue;
    const double error = std::fabs(number(w, i) - due(w, i));
    const double own = std::fabs(input(w, i));
    if (!(error <= rounding * own) || !(own > 64 * std::fabs(due(w, i)))) return std::nullopt;
    ++wrong;
  }
  if (wrong == 0) return std::nullopt;
  return named("own_input_taken_away",
               "only elements whose own input is large are wrong, and no further off than its "
               "rounding: it was added and taken away again",
               true);
}

std::optional<NamedShape> offsets_of_runs(const WrongOutput& w) {
  const std::optional<Offsets> found = offsets_of(w);
  if (!found) return std::nullopt;
  const Offsets& offsets = *found;
  if (offsets.changes == 0) return same_offset_everywhere(w, offsets);
  const Runs runs = {w, offsets};
  const std::size_t run = offsets.run;
  constexpr std::size_t shortest = 4;  // shorter ones are no tiles
  if (segment_of(w) % run == 0 || segment_of(w) >= w.due()) {
    const std::string each = "each " + with_commas(run) + " elements of " + w.name;
    const auto is_first = [&](std::size_t t) {
      return runs.begin(t) == begin_of(w, runs.begin(t));
    };
    if (run >= shortest && runs.off_by([&](std::size_t t) { return runs.sum(t); }))
      return named("offset_of_the_next",
                   each +
                       " are too large by their own sum: the offset of "
                       "the next ones was added to them",
                   w.due() >= no_accident);
    if (run >= shortest &&
        runs.off_by([&](std::size_t t) { return is_first(t) ? 0 : -runs.sum(t - 1); }))
      return named("offset_of_the_previous",
                   each +
                       " are too small by the sum of the ones in front of them: the offset of "
                       "the previous ones was added",
                   w.due() >= no_accident);
    double lost = 0;
    std::vector<double> last_ones(offsets.of_run.size());
    for (std::size_t t = 0; t < last_ones.size(); ++t) {
      if (is_first(t)) lost = 0;
      last_ones[t] = lost;
      lost -= input(w, runs.end(t) - 1);
    }
    if (run >= 2 && runs.off_by([&](std::size_t t) { return last_ones[t]; }))
      return named("sums_without_last_element",
                   "the offset of " + each + " lacks the last input of each run in front of it",
                   w.due() >= no_accident);
  }
  if (auto shape = one_change(w, offsets)) return shape;
  if (run < shortest || offsets.of_run.size() < 3) return std::nullopt;
  std::size_t first = 0;
  while (first < offsets.of_run.size() && is_right_at(w, runs.begin(first))) ++first;
  return named("wrong_offsets",
               "within each " + with_commas(run) + " elements of " + w.name +
                   " the steps are right, but what was added to all of them is not, first at " +
                   w.name + "[" + std::to_string(runs.begin(first)) + "]",
               w.due() / run >= 2 && run >= no_accident);
}

/// Where the wrong elements lie, if what is in front of them is right.
std::optional<NamedShape> last_run_wrong(const WrongOutput& w) {
  std::size_t first = 0;
  while (first < w.due() && is_right_at(w, first)) ++first;
  const std::size_t segment = segment_of(w);
  std::vector<std::size_t> runs = usual_runs(w, w.due());
  if (segment < w.due()) runs.insert(runs.begin(), segment);
  std::size_t closest = 0, of = 0;
  for (const std::size_t run : runs) {
    const std::size_t begin = w.due() / run * run;
    if (begin == 0 || begin == w.due() || first < begin || begin < closest) continue;
    closest = begin;
    of = run;
  }
  if (closest == 0) return std::nullopt;
  return named("last_run_wrong",
               "only elements behind the last whole run of " + with_commas(of) +
                   " are wrong, from " + w.name + "[" + std::to_string(first) + "] on",
               closest >= no_accident);
}

}  // namespace

std::optional<NamedShape> name_scan(const WrongOutput& w) {
  if (w.due() == 0 || w.input.size() != w.due()) return std::nullopt;
  return first_of(w, {other_scan, runs_by_themselves, own_input_taken_away, offsets_of_runs,
                      shifted, whole_numbers, last_run_wrong});
}

}  // namespace harness::shapes
