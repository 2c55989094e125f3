#include <fmt/format.h>

#include <cmath>

#include "pipeline/report_parts.hpp"

namespace pipeline {
namespace {

/// 3907 -> "3,907", 4.0625 -> "4.06"
std::string number(double value) {
  constexpr double most = 9007199254740992;  // 2^53: from here on not every integer has a double
  if (value >= 0 && value < most && value == std::floor(value)) {
    return with_commas(static_cast<std::uint64_t>(value));
  }
  return fmt::format("{:.2f}", value);
}

/// "requests             8,192  (8,192)"
std::string cell(const result::Count& count) {
  const std::string ideal = count.ideal ? fmt::format(" ({})", number(*count.ideal)) : "";
  return left(printable(count.what), 18) + right(number(count.value), 9) + ideal;
}

}  // namespace

std::string counted_block(const result::Counted& counted) {
  constexpr std::size_t indent = 4, cell_width = (page_width - indent) / 2;
  const std::string block =
      counted.block_size != 0 ? fmt::format(", block {}", counted.block_size) : "";
  std::string result = field("counted", fmt::format("n = {}{}; the lab's own way in brackets",
                                                    with_commas(counted.n), block));
  std::string line;
  for (const result::Count& count : counted.counts) {
    const std::string next = cell(count);
    if (!line.empty() && columns(line) <= indent + cell_width && columns(next) <= cell_width) {
      result += left(line, indent + cell_width) + next + '\n';
      line.clear();
      continue;
    }
    if (!line.empty()) result += line + '\n';
    line = std::string(indent, ' ') + next;
  }
  return line.empty() ? result : result + line + '\n';
}

}  // namespace pipeline
