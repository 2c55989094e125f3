// The order in which shapes are tried, and those that any output may have.
#include "harness/diagnosis_shapes.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include "harness/diagnosis_parts.hpp"
#include "harness/text.hpp"
#include "worker/protocol.hpp"

namespace harness {
namespace shapes {
namespace {

constexpr std::uint32_t quiet =
    0x00400000u;  // arithmetic sets this bit of a NaN and keeps the rest

bool is_nan(std::uint32_t word) { return (word & 0x7FFFFFFFu) > 0x7F800000u; }

bool all_of_due(const WrongOutput& w, const auto& holds) {
  for (std::size_t i = 0; i < w.due(); ++i)
    if (!holds(i)) return false;
  return w.due() > 0;
}

/// Whether every wrong element holds for the rule, and there is one.
bool all_wrong(const WrongOutput& w, const auto& holds) {
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < w.got.size(); ++i) {
    if (is_right_at(w, i)) continue;
    if (!holds(i)) return false;
    ++wrong;
  }
  return wrong > 0;
}

std::optional<NamedShape> nothing_written(const WrongOutput& w) {
  if (!all_of_due(w, [&](std::size_t i) { return w.got[i] == w.poison; })) return std::nullopt;
  if (w.input.empty())
    return named("no_elements", "there are no elements, and " + w.name + " was left as it was",
                 true);
  if (w.launches && *w.launches == 0)
    return named("no_kernel_launched", "no kernel was launched", true);
  const std::string ran =
      w.launches ? counted(*w.launches, "kernel") + " ran, and none" : "nothing";
  return named("never_written", ran + " changed " + w.name, true);
}

/// Where the elements from `end` on lie, as the end of a sentence; or nothing.
std::string run_that_ends_at(const WrongOutput& w, std::size_t end) {
  for (const std::size_t run : usual_runs(w, w.due()))
    if (end == w.due() / run * run)
      return ": those behind the last whole run of " + with_commas(run);
  return {};
}

std::optional<NamedShape> holes(const WrongOutput& w) {
  if (!all_wrong(w, [&](std::size_t i) { return i < w.due() && is_unwritten(w, i); }))
    return std::nullopt;
  std::size_t first = w.due(), last = 0, count = 0;
  for (std::size_t i = 0; i < w.due(); ++i)
    if (is_unwritten(w, i)) first = std::min(first, i), last = i, ++count;
  const std::string name = w.name;
  if (last + 1 == w.due() && count == w.due() - first) {
    const auto block = static_cast<std::size_t>(std::max(w.block_size, 0));
    if (block > 1 && (first == block || first == 2 * block) && w.due() > 2 * first)
      return named("only_first_block",
                   "only the first " + with_commas(first) + " elements of " + name +
                       " were written, and they are right: the work of one block",
                   true);
    return named("tail_not_written",
                 "the last " + counted(count, "element") + " of " + name +
                     (count == 1 ? " was" : " were") + " never written" +
                     run_that_ends_at(w, first),
                 true);
  }
  std::size_t distance = 0;
  for (std::size_t i = first, before = first; i <= last; ++i)
    if (is_unwritten(w, i)) distance = std::gcd(distance, i - before), before = i;
  const bool regular = distance > 1 && count > 2 && (last - first) / distance + 1 == count;
  std::string text = with_commas(count) + " elements of " + name + " were never written";
  if (count == 1) text = name + "[" + std::to_string(first) + "] was never written";
  if (regular)
    text += ": every " + with_commas(distance) + "th one, from " + name + "[" +
            std::to_string(first) + "] on";
  return named("holes", text + "; all others are right", true);
}

std::optional<NamedShape> written_behind(const WrongOutput& w) {
  if (w.got.size() == w.due() || !all_of_due(w, [&](std::size_t i) { return is_right_at(w, i); }))
    return w.due() == 0 && !rest_is_untouched(w)
               ? std::optional(named("written_behind_the_end",
                                     "no element is due, and " + w.name + " was written to", true))
               : std::nullopt;
  return named("written_behind_the_end",
               "all elements that are due are right; " + w.name + " was written behind them", true);
}

/// Whether the bits differ in one byte at most: what is written byte by byte spoils no more.
bool same_but_for_a_byte(std::uint32_t a, std::uint32_t b) {
  for (const std::uint32_t byte : {0xFFu, 0xFF00u, 0xFF0000u, 0xFF000000u})
    if (((a ^ b) & ~byte) == 0) return true;
  return false;
}

double magnitudes_of(const WrongOutput& w) {
  double magnitudes = 0;
  for (const float x : w.input)
    if (std::isfinite(x)) magnitudes += std::fabs(static_cast<double>(x));
  return magnitudes;
}

/// Whether a word shows that this filler went into it, once or often; `magnitudes`: what all inputs
/// together may have added.
bool is_made_of(std::uint32_t word, std::uint32_t filler, double magnitudes) {
  if (is_nan(filler)) return is_nan(word) && same_but_for_a_byte(word | quiet, filler | quiet);
  const double value = static_cast<double>(std::bit_cast<float>(word));
  const double from = static_cast<double>(std::bit_cast<float>(filler));
  const double times = std::nearbyint(value / from);
  // Data so small that no sum of them comes near to a filler, which is about 2^24.
  constexpr double small = 0x1p18, most_times = 0x1p20, rounding = 0x1p-16;
  return magnitudes < small && times >= 1 && times <= most_times &&
         std::fabs(value - times * from) <= 2 * magnitudes + rounding * std::fabs(value);
}

std::optional<NamedShape> made_of_fillers(const WrongOutput& w) {
  const double magnitudes = magnitudes_of(w);
  if (w.expected->element != Element::f32) return std::nullopt;
  const auto all_made_of = [&](std::uint32_t filler) {
    return all_wrong(w, [&](std::size_t i) {
      return i < w.due() && (is_made_of(w.got[i], filler, magnitudes) || is_unwritten(w, i));
    });
  };
  const std::string into = w.due() == 1 ? w.name : "the wrong elements of " + w.name;
  if (all_made_of(worker::guard_word))
    return named("read_outside_an_array",
                 "what lies outside of an array was read and went into " + into, true);
  if (all_made_of(w.poison))
    return named("not_zeroed",
                 "what " + w.name + " held before the call went into " +
                     (w.due() == 1 ? "its result" : "the wrong elements"),
                 true);
  if (w.memory_poison && all_made_of(*w.memory_poison))
    return named("unset_memory_used", "memory that nothing had written went into " + into, true);
  return std::nullopt;
}

std::optional<NamedShape> infinity_subtracted(const WrongOutput& w) {
  const bool has_infinity = std::ranges::any_of(w.input, [](float x) { return std::isinf(x); });
  constexpr std::uint32_t made_by_arithmetic = 0x7FC00000u;
  const bool all = all_wrong(w, [&](std::size_t i) {
    return w.expected->element == Element::f32 && (w.got[i] & 0x7FFFFFFFu) == made_by_arithmetic;
  });
  if (!has_infinity || !all) return std::nullopt;
  return named("infinity_minus_infinity",
               "the wrong elements are NaN: an infinity was subtracted from an infinity, or "
               "multiplied by 0",
               true);
}

std::optional<NamedShape> same_as_before(const WrongOutput& w) {
  if (w.before.size() != w.due() || w.due() == 0) return std::nullopt;
  if (!all_of_due(w, [&](std::size_t i) { return w.got[i] == w.before[i]; })) return std::nullopt;
  return named("result_of_the_call_before",
               w.name + " holds what the call before had put there, for other data",
               w.due() >= no_accident);
}

std::optional<NamedShape> all_zero(const WrongOutput& w) {
  if (!all_of_due(w, [&](std::size_t i) { return (w.got[i] & 0x7FFFFFFFu) == 0; }))
    return std::nullopt;
  if (w.structure.kind == OutputKind::minimum || w.structure.kind == OutputKind::maximum)
    return std::nullopt;  // there it says more
  return named("all_zero",
               w.due() == 1 ? w.name + " is 0: nothing was added to it"
                            : "all elements of " + w.name + " are 0",
               true);
}

std::optional<NamedShape> by_kind(const WrongOutput& w) {
  switch (w.structure.kind) {
    case OutputKind::sum:
      return name_sum(w);
    case OutputKind::tile_sums:
      return name_tile_sums(w);
    case OutputKind::scan:
      return name_scan(w);
    case OutputKind::minimum:
    case OutputKind::maximum:
      return name_extreme(w);
    case OutputKind::kept:
      return name_kept(w);
    case OutputKind::kept_count:
      return name_kept_count(w);
    case OutputKind::unknown:
      break;
  }
  return std::nullopt;
}

}  // namespace
}  // namespace shapes

std::optional<NamedShape> name_shape(const WrongOutput& wrong) {
  using namespace shapes;
  if (wrong.expected == nullptr || wrong.got.size() != wrong.expected->length())
    return std::nullopt;
  std::size_t right = 0;
  while (right < wrong.got.size() && is_right_at(wrong, right)) ++right;
  if (right == wrong.got.size()) return std::nullopt;
  return first_of(wrong, {nothing_written, holes, written_behind, all_zero, same_as_before,
                          infinity_subtracted, made_of_fillers, by_kind});
}

}  // namespace harness
