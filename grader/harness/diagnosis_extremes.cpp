// Minimum and maximum.
#include <algorithm>
#include <limits>
#include <vector>

#include "harness/diagnosis_parts.hpp"
#include "harness/text.hpp"

namespace harness::shapes {
namespace {

bool is_minimum(const WrongOutput& w) { return w.structure.kind == OutputKind::minimum; }
std::string asked(const WrongOutput& w) { return is_minimum(w) ? "smallest" : "largest"; }

/// Whether x comes before y in the asked order.
bool beats(const WrongOutput& w, double x, double y) { return is_minimum(w) ? x < y : x > y; }

/// The extreme of the elements that `counts` lets in; nothing where there are none.
std::optional<double> extreme(const WrongOutput& w, const auto& counts) {
  std::optional<double> best;
  for (std::size_t i = 0; i < w.input.size(); ++i)
    if (counts(i) && (!best || beats(w, input(w, i), *best))) best = input(w, i);
  return best;
}

std::optional<NamedShape> other_extreme(const WrongOutput& w) {
  if (w.input.size() < 2) return std::nullopt;
  const auto [low, high] = std::ranges::minmax(w.input);
  if (low == high || !is_value(w, 0, static_cast<double>(is_minimum(w) ? high : low)))
    return std::nullopt;
  return named("other_extreme", w.name + " is the " + (is_minimum(w) ? "largest" : "smallest") +
                                    " element, the " + asked(w) + " is due");
}

std::optional<NamedShape> of_no_elements(const WrongOutput& w) {
  if (!w.input.empty()) return std::nullopt;
  const std::string due_text = is_minimum(w) ? "+infinity" : "-infinity";
  return named("no_elements",
               "there are no elements: " + w.name + " is due to be " + due_text +
                   ", the value that no element changes",
               true);
}

std::optional<NamedShape> identity(const WrongOutput& w) {
  using Limits = std::numeric_limits<float>;
  const double got = number(w, 0);
  const bool is_an_element =
      std::ranges::any_of(w.input, [got](float x) { return static_cast<double>(x) == got; });
  if (is_an_element) return std::nullopt;
  const std::pair<double, const char*> known[] = {
      {0.0, "0"},
      {static_cast<double>(Limits::max()), "the largest finite float"},
      {-static_cast<double>(Limits::max()), "the most negative finite float"},
      {static_cast<double>(Limits::min()), "FLT_MIN, the smallest normal float above 0,"},
      {static_cast<double>(Limits::infinity()), "+infinity"},
      {-static_cast<double>(Limits::infinity()), "-infinity"}};
  for (const auto& [value, words] : known)
    if (got == value)
      return named("identity_wins",
                   w.name + " is " + std::string(words) +
                       " and no element is: a value that was meant to stand for "
                       "\"none yet\" won",
                   true);
  return std::nullopt;
}

std::optional<NamedShape> infinities_left_out(const WrongOutput& w) {
  const auto finite = extreme(w, [&](std::size_t i) { return std::isfinite(w.input[i]); });
  if (!std::isinf(due(w, 0)) || !finite || !is_value(w, 0, *finite)) return std::nullopt;
  return named("infinities_left_out",
               w.name + " is the " + asked(w) + " finite element: an infinity is left out", true);
}

std::optional<NamedShape> compared_as_integers(const WrongOutput& w) {
  if (w.input.size() < 2) return std::nullopt;
  const auto best_of = [&](const auto& key) {
    return static_cast<double>(is_minimum(w) ? std::ranges::min(w.input, {}, key)
                                             : std::ranges::max(w.input, {}, key));
  };
  const auto bits = [](float x) { return std::bit_cast<std::uint32_t>(x); };
  const double as_signed = best_of([&](float x) { return static_cast<std::int32_t>(bits(x)); });
  const double as_unsigned = best_of(bits);
  for (const auto& [value, words] :
       {std::pair(as_signed, "signed"), std::pair(as_unsigned, "unsigned")})
    if (value != due(w, 0) && is_value(w, 0, value))
      return named("compared_as_integers", w.name + " is the " + asked(w) +
                                               " element when the bits of floats are compared as " +
                                               words + " integers");
  return std::nullopt;
}

std::optional<NamedShape> element_missed(const WrongOutput& w) {
  std::size_t place = 0, count = 0;
  for (std::size_t i = 0; i < w.input.size(); ++i)
    if (input(w, i) == due(w, 0)) place = i, ++count;
  const auto others = extreme(w, [&](std::size_t i) { return input(w, i) != due(w, 0); });
  if (count != 1 || !others) return std::nullopt;
  const std::string missing = "the " + asked(w) + " element, " + elements_text(w, place, place + 1);
  if (is_value(w, 0, *others))
    return named("extreme_missed",
                 missing + ", is missed: " + w.name + " is the " + asked(w) + " of all others",
                 true);
  const double got = number(w, 0);
  const auto found =
      std::ranges::find_if(w.input, [got](float x) { return static_cast<double>(x) == got; });
  if (found == w.input.end()) return std::nullopt;
  const auto at = static_cast<std::size_t>(found - w.input.begin());
  std::size_t better = 0;
  for (std::size_t i = 0; i < w.input.size(); ++i) better += beats(w, input(w, i), got) ? 1 : 0;
  return named("many_missed",
               missing + ", and " + counted(better - 1, "other element") +
                   " are missed: " + w.name + " is " + elements_text(w, at, at + 1),
               true);
}

}  // namespace

std::optional<NamedShape> name_extreme(const WrongOutput& w) {
  return first_of(w, {of_no_elements, identity, infinities_left_out, other_extreme,
                      compared_as_integers, element_missed});
}

}  // namespace harness::shapes
