#include "lambda_captures.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

namespace emulator::frontend {
namespace {

// A longer body is not looked through: time stays linear.
constexpr int longest_lambda = 3000;

struct Lambda {
  int captures_open;
  int parameters_open = -1;
  int body_open = -1;
};

/// The lambda whose captures may start at `open`; without a body where it is none.
Lambda find_lambda(const Region& region, int open) {
  Lambda lambda{open};
  const int close = region.partner(open);
  const std::string_view before = region.text(open - 1);
  const bool subscript = (region.is_identifier(open - 1) && before != "return") ||
                         one_of(before, {")", "]", "[", ">"});
  if (close < 0 || subscript) return lambda;
  for (int i = close + 1; i < std::min(region.size(), close + 50); ++i) {
    if (region.is(i, "(") && lambda.parameters_open < 0) lambda.parameters_open = i;
    if (region.is(i, "{")) {
      lambda.body_open = i;
      return lambda;
    }
    if (one_of(region.text(i), {";", ",", ")", "]", "}", "="})) return lambda;
    i = std::max(i, region.group_end(i));
  }
  return lambda;
}

bool mentions(const Region& region, int open, std::string_view name) {
  for (int i = open + 1; open >= 0 && i < region.partner(open); ++i) {
    if (region.is(i, name)) return true;
  }
  return false;
}

using References = std::map<std::string_view, const SharedReference*>;

void add_captures(Region& region, const Lambda& lambda, const References& references) {
  const int open = lambda.captures_open;
  const bool by_copy = region.is(open + 1, "=");
  if (region.is(open + 1, "&") && one_of(region.text(open + 2), {"]", ","})) return;
  std::set<std::string_view> captured;
  std::string added;
  const int end = std::min(region.partner(lambda.body_open), lambda.body_open + longest_lambda);
  for (int i = lambda.body_open + 1; i < end; ++i) {
    if (!region.is_identifier(i) || one_of(region.text(i - 1), {".", "->", "::"})) continue;
    const auto found = references.find(region.text(i));
    if (found == references.end() || !captured.insert(found->first).second) continue;
    const SharedReference& reference = *found->second;
    const bool listed = mentions(region, open, reference.name) ||
                        mentions(region, lambda.parameters_open, reference.name);
    if (listed || (by_copy && reference.is_pointer)) continue;
    added += (added.empty() ? "" : ", ") + std::string(reference.is_pointer ? "" : "&");
    added += reference.name;
  }
  if (added.empty()) return;
  const int last = region.partner(open) - 1;
  region.insert_after(last, (last == open ? "" : ", ") + added);
}

}  // namespace

void capture_shared_references(Region& region, const std::vector<SharedReference>& references) {
  if (references.empty()) return;
  auto next = references.begin();
  References known;
  std::vector<std::pair<int, std::string_view>> ends;  // where a name's block ends, innermost last
  for (int i = references.front().declared; i < region.size(); ++i) {
    for (; next != references.end() && next->declared <= i; ++next) {
      const int close = region.partner(region.enclosing(next->declared));
      if (close < 0) continue;
      known[next->name] = &*next;
      ends.emplace_back(close, next->name);
    }
    while (!ends.empty() && ends.back().first <= i) {
      known.erase(ends.back().second);
      ends.pop_back();
    }
    if (known.empty() || !region.is(i, "[")) continue;
    const Lambda lambda = find_lambda(region, i);
    if (lambda.body_open >= 0) add_captures(region, lambda, known);
  }
}

}  // namespace emulator::frontend
