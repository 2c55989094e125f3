#include <fmt/format.h>
#include <algorithm>

#include "pipeline/report_parts.hpp"

namespace pipeline {
namespace {

constexpr std::size_t label_width = 10;  // "expected" and two blanks

/// `code  message`, with the task at the right end of the first line.
std::string title_lines(const LabPage& page, const result::Check& check,
                        const std::string& message) {
  const std::string code(result::name(check.verdict));
  const std::string task = fmt::format("task {}", check.task);
  std::vector<std::string> text =
      lines(wrapped(printable(message), code + "  ", std::string(code.size() + 2, ' '),
                    page_width - task.size() - 2));
  text[0] = left(text[0], page_width - task.size()) + task;
  text[0] = painted(page.style(), check.verdict, code) + text[0].substr(code.size());
  std::string result;
  for (const std::string& line : text) result += line + '\n';
  return result;
}

std::string place_words(const result::Place& place) {
  return trimmed(printable(place.thread + " " + place.role));
}

/// How many columns of `width` fit, and which: a run that holds `wanted`.
std::pair<std::size_t, std::size_t> visible(std::size_t count, std::size_t wanted,
                                            std::size_t width) {
  const std::size_t room = page_width - 4 - label_width;
  const std::size_t shown =
      std::clamp<std::size_t>(room / width, 1, std::max<std::size_t>(count, 1));
  const std::size_t begin =
      std::min(wanted > shown / 2 ? wanted - shown / 2 : 0, count > shown ? count - shown : 0);
  return {begin, std::min(begin + shown, count)};
}

}  // namespace

std::string place_block(const Style& style, const std::vector<result::Place>& places,
                        const std::function<std::string(const std::string&)>& shown) {
  std::string result;
  for (std::size_t k = 0; k < places.size(); ++k) {
    const result::Place& place = places[k];
    if (const std::string words = place_words(place); !words.empty()) {
      result += wrapped(words, "  ", "  ");
    }
    const bool shared = k + 1 < places.size() && places[k + 1].file == place.file &&
                        places[k + 1].line == place.line;
    if (shared || place.file.empty()) continue;
    const std::string file = shown(place.file);
    if (place.line <= 0) {
      result += fmt::format("    --> {}\n", file);
      continue;
    }
    result += fmt::format("    --> {}\n", style.bold(fmt::format("{}:{}", file, place.line)));
    if (trimmed(place.text).empty()) continue;
    std::string text = printable(place.text);
    for (std::size_t at; (at = text.find('\t')) != std::string::npos;) text.replace(at, 1, "  ");
    const std::string gutter = fmt::format("{:>6} | ", place.line);
    result += style.dim(gutter) + cut(text, page_width - gutter.size()) + '\n';
  }
  return result;
}

std::string more_like_it(const result::Finding& finding) {
  if (finding.occurrences <= 1) return {};
  return fmt::format("  and {} more like it in the same {}\n", with_commas(finding.occurrences - 1),
                     finding.places.size() > 1 ? "places" : "place");
}

std::string difference_block(const Style& style, const result::Difference& difference) {
  const std::size_t count =
      std::max({difference.input.size(), difference.expected.size(), difference.got.size()});
  const bool single = difference.size <= 1;  // then the message says which output
  std::string result;
  if (!single) {
    result = wrapped(fmt::format("{}[{}] is the first wrong element; {} of {} wrong",
                                 printable(difference.output), with_commas(difference.first_index),
                                 with_commas(difference.wrong), with_commas(difference.size)),
                     "  ", "  ");
  }
  if (count == 0) return result;

  std::vector<std::string> indices;
  for (std::size_t k = 0; k < count; ++k) {
    indices.push_back(with_commas(difference.window_begin + k));
  }
  const std::pair<const char*, const std::vector<std::string>&> rows[] = {
      {"index", indices},
      {"input", difference.input},
      {"expected", difference.expected},
      {"got", difference.got}};
  std::size_t width = 0;
  for (const auto& [label, values] : rows) {
    for (const std::string& value : values) width = std::max(width, columns(printable(value)));
  }
  width += 2;
  const std::size_t wrong = static_cast<std::size_t>(
      std::clamp<std::uint64_t>(difference.first_index, difference.window_begin,
                                difference.window_begin + count - 1) -
      difference.window_begin);
  const auto [begin, end] = visible(count, wrong, width);
  for (const auto& [label, values] : rows) {
    if (values.empty() || (single && &values == &indices)) continue;
    std::string line = "    " + left(label, label_width);
    for (std::size_t k = begin; k < end; ++k) {
      const std::string cell = right(k < values.size() ? printable(values[k]) : "", width);
      line += k == wrong && label == std::string_view("got") ? style.bad(cell) : cell;
    }
    result += line + '\n';
  }
  if (single) return result;
  return result + std::string(4 + label_width + (wrong - begin + 1) * width - 1, ' ') + "^\n";
}

std::string failure_block(const LabPage& page, const result::Check& check) {
  const result::Finding* finding = check.findings.empty() ? nullptr : &check.findings[0];
  std::string message = finding ? finding->message : check.reason;
  if (trimmed(message).empty()) message = std::string(result::meaning(check.verdict));

  std::string result = title_lines(page, check, message);
  if (finding) {
    result += place_block(page.style(), finding->places, [&](const std::string& file) {
      return file == page.submission.file.string() ? page.lab.submission
                                                   : shown_path(page.context, file);
    });
    result += more_like_it(*finding);
    if (finding->difference) result += difference_block(page.style(), *finding->difference);
  }
  if (finding && finding->difference) {
    if (finding->difference->shape)
      result += field("shape", printable(finding->difference->shape->text));
    if (finding->difference->smallest_n)
      result += field("fails at", fmt::format("n = {}, the smallest length that was found to fail",
                                              with_commas(*finding->difference->smallest_n)));
  }
  result += field("check", printable(check.name));
  if (finding) {
    if (!finding->at_case.empty()) result += field("case", printable(finding->at_case));
    if (!finding->look_at.empty()) result += field("look at", printable(finding->look_at));
  }
  const Lab& lab = *page.submission.lab;
  const std::string code(result::name(check.verdict));
  result += whole_field("read", fmt::format("labs/{}/README.md, task {}", lab.name, check.task));
  result += whole_field("again", page.again());
  result += whole_field(
      "more", fmt::format("./lab explain {}   ./lab hint {} {}", code, lab.number, check.task));
  return result;
}

}  // namespace pipeline
