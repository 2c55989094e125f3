#include "pipeline/bench_sizes.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>

#include "pipeline/context.hpp"
#include "pipeline/run.hpp"

namespace pipeline {
namespace {

std::optional<std::uint64_t> whole(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// base * factor^exponent; nothing where that is more than any benchmark takes.
std::optional<std::uint64_t> raised(std::uint64_t value, std::uint64_t factor,
                                    std::uint64_t exponent) {
  if (value > most_bench_n || factor > most_bench_n) return std::nullopt;
  for (std::uint64_t k = 0; k < exponent && factor > 1 && value > 0; ++k) {
    if (value > most_bench_n / factor) return std::nullopt;
    value *= factor;
  }
  return value;
}

std::optional<std::uint64_t> parsed(std::string_view text) {
  for (const char sign : {'e', '^'}) {
    const std::size_t at = text.find(sign);
    if (at == std::string_view::npos) continue;
    const auto left = whole(text.substr(0, at)), right = whole(text.substr(at + 1));
    if (!left || !right) return std::nullopt;
    return sign == 'e' ? raised(*left, 10, *right) : raised(1, *left, *right);
  }
  return whole(text);
}

/// 316228 -> 320000: easy to read, and groups of four elements stay whole.
std::size_t with_two_digits(double n) {
  const double unit = std::pow(10, std::max(0.0, std::floor(std::log10(n)) - 1));
  return static_cast<std::size_t>(std::llround(std::round(n / unit) * unit));
}

std::vector<std::size_t> spaced(std::size_t from, std::size_t to, std::size_t points) {
  std::vector<std::size_t> sizes;
  const double ratio = static_cast<double>(to) / static_cast<double>(from);
  for (std::size_t k = 0; k < points; ++k) {
    const double part = points == 1 ? 1 : static_cast<double>(k) / static_cast<double>(points - 1);
    const bool is_end = k == 0 || k + 1 == points;
    const double n = static_cast<double>(from) * std::pow(ratio, part);
    sizes.push_back(is_end ? (k == 0 && points > 1 ? from : to) : with_two_digits(n));
  }
  return sizes;
}

std::vector<std::size_t> sorted_once(std::vector<std::size_t> sizes) {
  std::ranges::sort(sizes);
  sizes.erase(std::ranges::unique(sizes).begin(), sizes.end());
  return sizes;
}

}  // namespace

std::size_t elements_argument(const std::string& what, const std::string& text) {
  const auto value = parsed(text);
  if (value && *value >= least_bench_n && *value <= most_bench_n)
    return static_cast<std::size_t>(*value);
  throw usage_failure(
      fmt::format("{} is \"{}\"; it must be a number of elements from {} to {}, such as 1000000, "
                  "1e6 or 2^20",
                  what, printable(text), least_bench_n, with_commas(most_bench_n)));
}

std::vector<std::size_t> bench_sizes(const SizeWishes& wishes, std::size_t from, std::size_t to,
                                     int per_decade) {
  if (!wishes.sizes.empty()) {
    std::vector<std::size_t> sizes;
    for (std::string_view rest = wishes.sizes;;) {
      const std::size_t comma = rest.find(',');
      sizes.push_back(elements_argument("--sizes", std::string(rest.substr(0, comma))));
      if (comma == std::string_view::npos) break;
      rest.remove_prefix(comma + 1);
    }
    if (sizes.size() > most_bench_points)
      throw usage_failure(fmt::format("--sizes names more than {} lengths", most_bench_points));
    return sorted_once(sizes);
  }
  if (!wishes.from.empty()) from = elements_argument("--from", wishes.from);
  if (!wishes.to.empty()) to = elements_argument("--to", wishes.to);
  if (from > to)
    throw usage_failure(fmt::format("the shortest length, {}, is above the longest, {}",
                                    with_commas(from), with_commas(to)));
  const double decades = std::log10(static_cast<double>(to) / static_cast<double>(from));
  std::size_t points = 1 + static_cast<std::size_t>(std::lround(decades * per_decade));
  if (from < to) points = std::max<std::size_t>(points, 2);
  if (!wishes.points.empty())
    points = number_argument("--points", wishes.points, 1, most_bench_points);
  return sorted_once(spaced(from, to, std::min(points, most_bench_points)));
}

std::vector<int> swept_block_sizes() { return {32, 64, 128, 256, 512, 1024}; }

}  // namespace pipeline
