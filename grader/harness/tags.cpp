#include "harness/tags.hpp"

#include <charconv>
#include <optional>
#include <string_view>

namespace harness {
namespace {

template <class Number>
std::optional<Number> number(std::string_view text) {
  Number value = {};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

bool starts_with_digit(std::string_view text) {
  return !text.empty() && text.front() >= '0' && text.front() <= '9';
}

}  // namespace

CheckTags parse_tags(const std::vector<std::string>& tags, int tasks) {
  CheckTags parsed;
  int task_tags = 0, category_tags = 0, point_tags = 0;
  for (const std::string_view tag : tags) {
    if (tag.starts_with("task")) {
      ++task_tags;
      parsed.task = number<int>(tag.substr(4)).value_or(0);
    } else if (starts_with_digit(tag) && tag.ends_with("pt")) {
      ++point_tags;
      parsed.points = number<double>(tag.substr(0, tag.size() - 2)).value_or(-1);
    } else if (const auto category = result::category_from_name(tag)) {
      ++category_tags;
      parsed.category = *category;
    }
  }
  if (task_tags != 1 || parsed.task < 1 || parsed.task > tasks)
    parsed.problem = "it needs one tag [taskN] with N from 1 to " + std::to_string(tasks);
  else if (category_tags != 1)
    parsed.problem = "it needs one of the tags [correctness], [safety] and [efficiency]";
  else if (point_tags != 1 || parsed.points < 0 || parsed.points > 100)
    parsed.problem = "it needs one tag [Mpt] with M from 0 to 100";
  return parsed;
}

}  // namespace harness
