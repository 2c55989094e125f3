#include "harness/compare.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "harness/text.hpp"

namespace harness {
namespace {

constexpr std::size_t window = 8;
constexpr std::size_t shown_before_first = 3;

double bound_at(const ExpectedOutput& expected, std::size_t index) {
  if (expected.bound.empty()) return 0;
  return expected.bound.size() == 1 ? expected.bound[0] : expected.bound[index];
}

double number_of(Element element, std::uint32_t word) {
  return element == Element::u32 ? static_cast<double>(word)
                                 : static_cast<double>(std::bit_cast<float>(word));
}

std::string text_of(Element element, std::uint32_t word) {
  return element == Element::u32 ? std::to_string(word) : exact_text(std::bit_cast<float>(word));
}

// What a word that nothing wrote is called, and one that nothing is to write.
constexpr char unwritten[] = "unwritten";

std::string due_text(const ExpectedOutput& expected, std::size_t index) {
  if (index >= expected.values.size()) return unwritten;
  const double value = expected.values[index];
  return expected.element == Element::u32 ? std::to_string(static_cast<std::uint64_t>(value))
                                          : exact_text(static_cast<float>(value));
}

bool is_as_due(const Output& output, const ExpectedOutput& expected, std::size_t index) {
  return index < expected.values.size() ? is_right(expected, index, output.words[index])
                                        : output.words[index] == output.poison;
}

// The filler says nothing to a reader; that nothing was written there does.
std::string got_text(const Output& output, const ExpectedOutput& expected, std::size_t index) {
  const std::uint32_t word = output.words[index];
  const bool right_by_chance =
      index < expected.values.size() && is_right(expected, index, output.poison);
  return word == output.poison && !right_by_chance ? unwritten : text_of(expected.element, word);
}

result::Difference neighbourhood(const Output& output, const ExpectedOutput& expected,
                                 std::size_t first) {
  result::Difference difference;
  difference.output = output.name;
  difference.first_index = first;
  const std::size_t size = expected.length();
  difference.size = size;
  std::size_t begin = first > shown_before_first ? first - shown_before_first : 0;
  const std::size_t end = std::min(size, begin + window);
  begin = end > window ? std::min(begin, end - window) : 0;
  difference.window_begin = begin;
  if (first < expected.values.size()) {
    difference.bound = bound_at(expected, first);
    const double error =
        std::fabs(number_of(expected.element, output.words[first]) - expected.values[first]);
    if (std::isfinite(error) && output.words[first] != output.poison) difference.error = error;
    if (!std::isfinite(*difference.bound)) difference.bound.reset();
  }
  for (std::size_t k = begin; k < end; ++k) {
    if (output.same_index.size() == size)
      difference.input.push_back(exact_text(output.same_index[k]));
    difference.expected.push_back(due_text(expected, k));
    difference.got.push_back(got_text(output, expected, k));
  }
  return difference;
}

// "not one element was written" and the like help more than eight of the same.
std::string message_of(const Output& output, const ExpectedOutput& expected,
                       const result::Difference& difference) {
  if (untouched(output)) return output.name + " was never written";
  const std::size_t first = difference.first_index, due = expected.values.size();
  const std::string element =
      expected.length() == 1 ? output.name : output.name + "[" + std::to_string(first) + "]";
  if (first >= due)
    return element + " was written; " +
           (due == 0   ? "no element is due"
            : due == 1 ? "only the first element is due"
                       : "only the first " + with_commas(due) + " elements are due");
  const std::size_t at = first - static_cast<std::size_t>(difference.window_begin);
  std::string message =
      element + " is " + difference.got[at] + ", due is " + difference.expected[at];
  if (difference.got[at] == unwritten)
    message = element + " was not written, due is " + difference.expected[at];
  const double bound = bound_at(expected, first);
  if (bound > 0) message += " +- " + exact_text(static_cast<float>(bound));
  if (difference.size > 1)
    message += "; " + with_commas(difference.wrong) + " of " + counted(difference.size, "element") +
               (difference.wrong == 1 ? " is" : " are") + " wrong";
  return message;
}

}  // namespace

bool is_right(const ExpectedOutput& expected, std::size_t index, std::uint32_t word) {
  const double due = expected.values[index];
  if (expected.element == Element::u32) return static_cast<double>(word) == due;
  const float got = std::bit_cast<float>(word);
  const double bound = bound_at(expected, index);
  if (bound <= 0 || !std::isfinite(due)) return got == static_cast<float>(due);
  return std::isfinite(got) && std::fabs(static_cast<double>(got) - due) <= bound;
}

std::optional<result::Finding> wrong_answer(const Output& output, const ExpectedOutput& expected) {
  const std::size_t size = expected.length();
  std::size_t first = size, wrong = 0;
  for (std::size_t k = 0; k < size; ++k) {
    if (is_as_due(output, expected, k)) continue;
    if (wrong++ == 0) first = k;
  }
  if (wrong == 0) return std::nullopt;
  result::Finding finding;
  finding.code = result::Verdict::wrong_answer;
  finding.difference = neighbourhood(output, expected, first);
  finding.difference->wrong = wrong;
  finding.message = message_of(output, expected, *finding.difference);
  return finding;
}

bool untouched(const Output& output) {
  return std::all_of(output.words.begin(), output.words.end(),
                     [&](std::uint32_t word) { return word == output.poison; });
}

double largest_difference(const Output& output, const ExpectedOutput& expected) {
  double largest = 0;
  for (std::size_t k = 0; k < expected.values.size(); ++k) {
    const double got = number_of(expected.element, output.words[k]);
    const double due = expected.values[k];
    if (got == due) continue;
    const double difference = std::fabs(got - due);
    if (!std::isfinite(difference)) return std::numeric_limits<double>::infinity();
    largest = std::max(largest, difference);
  }
  return largest;
}

}  // namespace harness
