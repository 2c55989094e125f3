// What the shapes of diagnosis_shapes.hpp share. Private to diagnosis_*.cpp.
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "harness/diagnosis_shapes.hpp"

namespace harness::shapes {

/// The largest rounding error that element `index` of a right output may have; 0: none.
double bound_at(const ExpectedOutput& expected, std::size_t index);

inline double number(const WrongOutput& w, std::size_t index) {
  return w.expected->element == Element::u32
             ? static_cast<double>(w.got[index])
             : static_cast<double>(std::bit_cast<float>(w.got[index]));
}
inline double due(const WrongOutput& w, std::size_t index) { return w.expected->values[index]; }
inline double input(const WrongOutput& w, std::size_t index) {
  return static_cast<double>(w.input[index]);
}

/// Whether the element still holds what filled it, and that is not what is due there.
bool is_unwritten(const WrongOutput& w, std::size_t index);
/// Whether the element is what is due, or was left alone where nothing is due.
bool is_right_at(const WrongOutput& w, std::size_t index);
/// Whether nothing was written behind the elements that are due.
bool rest_is_untouched(const WrongOutput& w);

/// How far element `index` may be from `value` and still be it: 0 for exact data, where the float
/// nearest to the value is meant; else the bound of the element and the value's own rounding.
double tolerance(const WrongOutput& w, std::size_t index, double value);
/// Whether element `index` is `value` as this output would hold it.
bool is_value(const WrongOutput& w, std::size_t index, double value);

/// Elements in which `value` clearly differs from what is due, where it is what all of the output
/// holds; 0 where it is not, or where nothing tells the two apart.
std::size_t accounts_for(const WrongOutput& w, const std::function<double(std::size_t)>& value);
/// So many agree by no accident.
inline constexpr std::size_t no_accident = 8;

/// Its key is its text.
NamedShape named(std::string name, std::string text, bool proven = false);
/// For texts with values of this call in them: the key is `key`.
NamedShape named_as(std::string key, std::string name, std::string text, bool proven = false);

/// Runs of elements that programs work in: 4, 32, a block's threads and small multiples of them,
/// each once, rising; none longer than `longest`.
std::vector<std::size_t> usual_runs(const WrongOutput& w, std::size_t longest);

/// "d_in[3]", "d_in[4..7]"; `end` is one behind the last.
std::string elements_text(const WrongOutput& w, std::size_t begin, std::size_t end);

using Rule = std::optional<NamedShape> (*)(const WrongOutput&);
/// The first of the rules that names a shape.
inline std::optional<NamedShape> first_of(const WrongOutput& w, std::initializer_list<Rule> rules) {
  for (const Rule rule : rules)
    if (auto shape = rule(w)) return shape;
  return std::nullopt;
}

// By kind of output: diagnosis_sums.cpp, diagnosis_scans.cpp, diagnosis_extremes.cpp,
// diagnosis_kept.cpp.
std::optional<NamedShape> name_sum(const WrongOutput& w);
std::optional<NamedShape> name_tile_sums(const WrongOutput& w);
std::optional<NamedShape> name_scan(const WrongOutput& w);
std::optional<NamedShape> name_extreme(const WrongOutput& w);
std::optional<NamedShape> name_kept(const WrongOutput& w);
std::optional<NamedShape> name_kept_count(const WrongOutput& w);

}  // namespace harness::shapes
