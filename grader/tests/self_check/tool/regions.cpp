#include "tests/self_check/tool/regions.hpp"

#include <algorithm>
#include <sstream>
#include <string_view>
#include <vector>

namespace self_check {
namespace {

struct Line {
  int number;
  std::string text;  ///< Of the line that opens a region: its task alone.
};

/// `word(taskN)` in a comment: "taskN"; else nothing.
std::string mark(std::string_view line, std::string_view word) {
  const std::string start = "// " + std::string(word) + "(";
  const std::size_t begin = line.find(start), end = line.find(')', begin);
  if (begin == std::string_view::npos || end == std::string_view::npos) return {};
  return std::string(line.substr(begin + start.size(), end - begin - start.size()));
}

/// What lies outside the regions; where each of them opens stands its task.
std::vector<Line> frame(const std::string& text, std::string_view word, std::string& problem) {
  std::vector<Line> lines;
  std::istringstream in(text);
  std::string open, line;
  int number = 0;
  while (std::getline(in, line)) {
    ++number;
    const std::string begins = mark(line, word), ends = mark(line, "END");
    const auto fail = [&](const std::string& what) {
      if (problem.empty()) problem = "line " + std::to_string(number) + ": " + what;
    };
    if (!begins.empty()) {
      if (!open.empty()) fail(begins + " begins inside " + open);
      open = begins;
      lines.push_back({number, "region of " + begins});
    } else if (!ends.empty()) {
      if (ends != open) fail(ends + " ends where it is not open");
      open.clear();
    } else if (open.empty()) {
      lines.push_back({number, line});
    }
  }
  if (!open.empty() && problem.empty()) problem = open + " is never closed";
  return lines;
}

}  // namespace

std::string difference_outside_regions(const std::string& starter, const std::string& solution) {
  std::string problem;
  const std::vector<Line> ours = frame(starter, "TODO", problem);
  if (!problem.empty()) return "starter, " + problem;
  const std::vector<Line> theirs = frame(solution, "SOLVED", problem);
  if (!problem.empty()) return "solution, " + problem;
  const auto same = [](const Line& a, const Line& b) { return a.text == b.text; };
  if (std::none_of(ours.begin(), ours.end(),
                   [](const Line& line) { return line.text.starts_with("region of "); }))
    return "the starter has no region to fill";
  const auto [a, b] = std::mismatch(ours.begin(), ours.end(), theirs.begin(), theirs.end(), same);
  if (a == ours.end() && b == theirs.end()) return {};
  const auto at = [](const auto& where, const std::vector<Line>& lines) {
    return where == lines.end()
               ? std::string("the end")
               : "line " + std::to_string(where->number) + " \"" + where->text + '"';
  };
  return "starter, " + at(a, ours) + "; solution, " + at(b, theirs);
}

}  // namespace self_check
