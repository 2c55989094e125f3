#include "frontend.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

#include "lexer.hpp"
#include "qualifier_aliases.hpp"
#include "region.hpp"
#include "rewrites.hpp"
#include "utf8.hpp"

namespace emulator::frontend {
namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

int line_at(std::string_view source, std::size_t offset) {
  const auto end = source.begin() + static_cast<std::ptrdiff_t>(offset);
  return 1 + static_cast<int>(std::count(source.begin(), end, '\n'));
}

void check_encoding(std::string_view source, std::vector<Issue>& issues) {
  const std::size_t invalid = find_invalid_utf8(source);
  if (invalid != std::string_view::npos) {
    issues.push_back({IssueKind::malformed, line_at(source, invalid),
                      "The file is not UTF-8 text here; save it as UTF-8."});
  }
  const std::size_t null = source.find('\0');
  if (null != std::string_view::npos) {
    issues.push_back({IssueKind::malformed, line_at(source, null),
                      "The file holds a null character here, so it is no text."});
  }
}

/// The code first, then one region per macro.
std::vector<Region> make_regions(Lexed& lexed) {
  std::vector<Region> regions;
  regions.reserve(lexed.macros.size() + 1);
  regions.emplace_back(lexed.code, lexed.conditionals, nullptr);
  for (const Macro& macro : lexed.macros) {
    regions.emplace_back(macro.body, std::vector<Conditional>{}, &macro);
  }
  return regions;
}

void rewrite(std::vector<Region>& regions, Context& context) {
  for (Region& region : regions) rewrite_kernels(region, context);
  find_recursive_functions(regions, context);
  for (Region& region : regions) {
    rewrite_shared_memory(region, context);
    rewrite_specifiers(region, context);
  }
  for (Region& region : regions) {
    check_names(region, context);
    rewrite_launches(region, context);
    rewrite_kernel_addresses(region, context);
    rewrite_ptx(region, context);
    rewrite_remaining_words(region);
  }
}

std::string first_line(std::string_view path) {
  std::string text = "#line 1 \"";
  for (const char c : path) {
    if (c == '"' || c == '\\') text += '\\';
    text += c == '\n' ? ' ' : c;
  }
  return text + "\"\n";
}

std::string apply(std::string_view source, const std::vector<Region>& regions,
                  std::string_view path) {
  std::vector<Region::Patch> patches;
  for (const Region& region : regions) {
    std::vector<Region::Patch> more = region.patches();
    std::move(more.begin(), more.end(), std::back_inserter(patches));
  }
  std::stable_sort(patches.begin(), patches.end(),
                   [](const auto& left, const auto& right) { return left.begin < right.begin; });
  std::string text = first_line(path);
  text.reserve(source.size() * 2);
  std::size_t at = 0;
  for (const Region::Patch& patch : patches) {
    text += source.substr(at, patch.begin - at);
    text += patch.text;
    at = patch.end;
  }
  text += source.substr(at);
  return text;
}

}  // namespace

Translation translate(std::string_view source, std::string_view path) {
  if (source.substr(0, byte_order_mark.size()) == byte_order_mark) {
    source.remove_prefix(byte_order_mark.size());
  }
  Translation result;
  check_encoding(source, result.issues);
  Lexed lexed = lex(source, result.issues);
  expand_qualifier_aliases(lexed);
  std::vector<Region> regions = make_regions(lexed);
  Context context{result.issues, {}, {}, {}};
  check_brackets(regions, context);
  check_libraries(lexed.includes, context);
  // An alias's body stands wherever the alias was used; what is left defines an empty macro.
  const auto aliases =
      std::stable_partition(regions.begin() + 1, regions.end(),
                            [](const Region& region) { return !region.macro()->is_alias; });
  for (auto region = aliases; region != regions.end(); ++region) {
    region->erase(0, region->size() - 1);
  }
  std::vector<Region> erased(std::make_move_iterator(aliases),
                             std::make_move_iterator(regions.end()));
  regions.erase(aliases, regions.end());
  result.has_own_arrays = std::any_of(regions.begin(), regions.end(), has_own_arrays) &&
                          std::none_of(regions.begin(), regions.end(), has_two_dimensions);
  rewrite(regions, context);
  std::move(erased.begin(), erased.end(), std::back_inserter(regions));
  result.text = apply(source, regions, path);
  std::stable_sort(result.issues.begin(), result.issues.end(),
                   [](const Issue& left, const Issue& right) { return left.line < right.line; });
  return result;
}

}  // namespace emulator::frontend
