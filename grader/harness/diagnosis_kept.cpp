// Stream compaction: the kept elements, and how many they are.
#include <algorithm>
#include <vector>

#include "harness/diagnosis_parts.hpp"
#include "harness/text.hpp"

namespace harness::shapes {
namespace {

std::uint32_t flag(const WrongOutput& w, std::size_t index) {
  return std::bit_cast<std::uint32_t>(w.flags[index]);
}

/// Readings of a flag that are not "anything but 0".
struct Reading {
  const char* text;
  bool (*keeps)(std::uint32_t flag);
};
constexpr Reading readings[] = {
    {"the lowest bit of the flag is set", [](std::uint32_t f) { return (f & 1u) != 0; }},
    {"the flag is above 0 as a signed integer",
     [](std::uint32_t f) { return static_cast<std::int32_t>(f) > 0; }},
    {"the flag is 1", [](std::uint32_t f) { return f == 1; }},
    {"the flag is 0", [](std::uint32_t f) { return f == 0; }},
    {"the lower 16 bits of the flag are not 0", [](std::uint32_t f) { return (f & 0xFFFFu) != 0; }},
    {"there is one, whatever its flag", [](std::uint32_t) { return true; }},
};

std::size_t written_in_front(const WrongOutput& w) {
  std::size_t count = 0;
  while (count < w.got.size() && w.got[count] != w.poison) ++count;
  return count;
}

bool nothing_behind(const WrongOutput& w, std::size_t end) {
  return std::all_of(w.got.begin() + static_cast<std::ptrdiff_t>(end), w.got.end(),
                     [&](std::uint32_t word) { return word == w.poison; });
}

bool is_word(const WrongOutput& w, std::size_t index, double value) {
  return number(w, index) == value;
}

std::optional<NamedShape> flags_read_otherwise(const WrongOutput& w) {
  for (const Reading& reading : readings) {
    std::vector<double> kept;
    for (std::size_t i = 0; i < w.input.size(); ++i)
      if (reading.keeps(flag(w, i))) kept.push_back(input(w, i));
    if (kept == w.expected->values || !nothing_behind(w, kept.size())) continue;
    bool all = true;
    for (std::size_t i = 0; i < kept.size() && all; ++i) all = is_word(w, i, kept[i]);
    if (!all) continue;
    return named("flags_read_otherwise",
                 w.name + " holds every element where " + reading.text +
                     "; those whose flag is not 0 are due",
                 w.due() + kept.size() >= no_accident);
  }
  return std::nullopt;
}

std::optional<NamedShape> moved(const WrongOutput& w) {
  for (const std::ptrdiff_t by : {1, -1, 2, -2}) {
    std::size_t same = 0;
    bool all = true;
    for (std::size_t i = 0; i < w.due() && all; ++i) {
      const std::ptrdiff_t to = static_cast<std::ptrdiff_t>(i) + by;
      if (to < 0 || to >= static_cast<std::ptrdiff_t>(w.got.size())) continue;
      all = is_word(w, static_cast<std::size_t>(to), due(w, i));
      ++same;
    }
    if (!all || same < 2) continue;
    return named("shifted",
                 "each element of " + w.name + " stands " +
                     (by == 1 || by == -1 ? "one place" : "two places") +
                     (by > 0 ? " behind" : " in front of") + " where it is due",
                 same >= no_accident);
  }
  return std::nullopt;
}

std::optional<NamedShape> other_order(const WrongOutput& w) {
  if (!rest_is_untouched(w) || w.due() < 2) return std::nullopt;
  std::vector<double> got(w.due()), values = w.expected->values;
  for (std::size_t i = 0; i < got.size(); ++i) {
    if (w.got[i] == w.poison) return std::nullopt;
    got[i] = number(w, i);
    if (std::isnan(got[i])) return std::nullopt;
  }
  std::ranges::sort(got);
  std::ranges::sort(values);
  if (got != values) return std::nullopt;
  return named("other_order", w.name + " holds the right elements in another order",
               w.due() >= no_accident);
}

std::optional<NamedShape> elements_lost(const WrongOutput& w) {
  const std::size_t count = written_in_front(w);
  if (count == 0 || count >= w.due() || !nothing_behind(w, count)) return std::nullopt;
  std::size_t at = 0;
  for (std::size_t i = 0; i < count; ++i, ++at) {
    while (at < w.due() && !is_word(w, i, due(w, at))) ++at;
    if (at == w.due()) return std::nullopt;
  }
  const std::size_t lost = w.due() - count;
  return named("elements_lost",
               w.name + " lacks " + counted(lost, "element") + " that " +
                   (lost == 1 ? "is" : "are") +
                   " due; the others follow each other in the right order",
               count >= no_accident);
}

}  // namespace

std::optional<NamedShape> name_kept(const WrongOutput& w) {
  if (w.flags.size() != w.input.size()) return std::nullopt;
  return first_of(w, {flags_read_otherwise, moved, other_order, elements_lost});
}

std::optional<NamedShape> name_kept_count(const WrongOutput& w) {
  const std::size_t n = w.flags.size();
  const auto got = static_cast<std::uint64_t>(w.got[0]);
  const auto value = static_cast<std::uint64_t>(due(w, 0));
  const std::string is = w.name + " is " + with_commas(got);
  constexpr std::uint64_t most_of_float = std::uint64_t{1} << 24;
  if (got == most_of_float && value > most_of_float)
    return named("saturated", is + ", which is 2^24: a float does not count further by steps of 1",
                 true);
  if (n == 0) return named("no_elements", "there are no elements: the count is due to be 0", true);
  if (w.before.size() == 1 && w.before[0] != 0 && got == value + w.before[0])
    return named_as("added", "added_to_the_call_before",
                    is + ": the due count and that of the call before, added up");
  if (got == value - 1 && flag(w, n - 1) != 0)
    return named_as("last", "last_flag_forgotten",
                    is + ", one too few: the last flag, which is set, is not "
                         "counted");
  for (const Reading& reading : readings) {
    std::uint64_t count = 0;
    for (std::size_t i = 0; i < n; ++i) count += reading.keeps(flag(w, i)) ? 1 : 0;
    if (count == got)
      return named_as(reading.text, "flags_read_otherwise",
                      is + ", the number of elements where " + std::string(reading.text));
  }
  std::uint32_t sum = 0;
  for (std::size_t i = 0; i < n; ++i) sum += flag(w, i);
  if (sum == got)
    return named_as("sum", "flags_added_up", is + ", the sum of the flags as numbers");
  for (const std::uint64_t k : {2u, 3u, 4u, 32u})
    if (value > 0 && got == k * value)
      return named_as(std::to_string(k), "counted_again",
                      is + ", " + std::to_string(k) + " times what is due");
  std::uint64_t in_front = 0;
  for (std::size_t i = 0; i < n; ++i) {
    if (in_front == got && (i % 256 == 0 || i % 32 == 0) && i > 0)
      for (const std::size_t run :
           {std::size_t{1024}, std::size_t{512}, std::size_t{256}, std::size_t{32}})
        if (n / run * run == i || i == run)
          return named_as(std::to_string(i), "tail_dropped",
                          is + ", the number of flags in the first " + with_commas(i) + " of " +
                              with_commas(n) + " elements");
    in_front += flag(w, i) != 0 ? 1 : 0;
  }
  return std::nullopt;
}

}  // namespace harness::shapes
