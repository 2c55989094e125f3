#include "harness/diagnosis_parts.hpp"

#include <algorithm>

#include "harness/compare.hpp"
#include "harness/text.hpp"

namespace harness::shapes {

double bound_at(const ExpectedOutput& expected, std::size_t index) {
  if (expected.bound.empty()) return 0;
  return expected.bound.size() == 1 ? expected.bound[0] : expected.bound[index];
}

bool is_right_at(const WrongOutput& w, std::size_t index) {
  return index < w.due() ? is_right(*w.expected, index, w.got[index]) : w.got[index] == w.poison;
}

bool is_unwritten(const WrongOutput& w, std::size_t index) {
  return w.got[index] == w.poison && (index >= w.due() || !is_right_at(w, index));
}

bool rest_is_untouched(const WrongOutput& w) {
  return std::all_of(w.got.begin() + static_cast<std::ptrdiff_t>(w.due()), w.got.end(),
                     [&](std::uint32_t word) { return word == w.poison; });
}

double tolerance(const WrongOutput& w, std::size_t index, double value) {
  const double bound = bound_at(*w.expected, index);
  if (bound <= 0) return 0;
  constexpr double rounding = 0x1p-23;
  return 2 * bound + rounding * (std::fabs(value) + 1);
}

bool is_value(const WrongOutput& w, std::size_t index, double value) {
  const double got = number(w, index);
  if (w.expected->element == Element::u32) return got == value;
  const double allowed = tolerance(w, index, value);
  if (allowed <= 0 || !std::isfinite(value))
    return got == static_cast<double>(static_cast<float>(value));
  return std::fabs(got - value) <= allowed;
}

std::size_t accounts_for(const WrongOutput& w, const std::function<double(std::size_t)>& value) {
  constexpr double clearly = 4;  // of what may be rounding
  std::size_t differing = 0;
  for (std::size_t i = 0; i < w.due(); ++i) {
    const double other = value(i);
    if (!is_value(w, i, other)) return 0;
    const double rounding = tolerance(w, i, other);
    // Infinities come out of much that is wrong, so they tell nothing.
    if (std::isfinite(other) && other != due(w, i) &&
        !(std::fabs(other - due(w, i)) <= clearly * rounding))
      ++differing;
  }
  return rest_is_untouched(w) ? differing : 0;
}

NamedShape named(std::string name, std::string text, bool proven) {
  std::string key = text;
  return named_as(std::move(key), std::move(name), std::move(text), proven);
}

NamedShape named_as(std::string key, std::string name, std::string text, bool proven) {
  return {{std::move(name), std::move(text)}, proven, std::move(key)};
}

std::vector<std::size_t> usual_runs(const WrongOutput& w, std::size_t longest) {
  constexpr std::size_t group = 4, warp = 32;
  const auto block = static_cast<std::size_t>(std::max(w.block_size, 0));
  std::vector<std::size_t> runs = {group, warp};
  for (const std::size_t threads : {block, std::size_t{256}})
    for (const std::size_t times : {1u, 2u, 4u, 8u, 16u}) runs.push_back(times * threads);
  runs.push_back(block * block);
  runs.push_back(4 * block * block);
  std::erase_if(runs, [longest](std::size_t run) { return run < 2 || run > longest; });
  std::ranges::sort(runs);
  runs.erase(std::unique(runs.begin(), runs.end()), runs.end());
  return runs;
}

std::string elements_text(const WrongOutput& w, std::size_t begin, std::size_t end) {
  const std::string name = w.input_name + "[" + std::to_string(begin);
  return end == begin + 1 ? name + "]" : name + ".." + std::to_string(end - 1) + "]";
}

}  // namespace harness::shapes
