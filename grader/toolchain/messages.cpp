#include "toolchain/messages.hpp"

#include <fmt/format.h>

#include <cctype>
#include <charconv>
#include <optional>

#include "toolchain/source.hpp"

namespace toolchain {
namespace {

constexpr std::size_t most_lines = 40;
constexpr std::size_t longest_line = 500;  // bytes

/// Cuts behind a whole character.
void shorten(std::string& line) {
  if (line.size() <= longest_line) return;
  std::size_t end = longest_line;
  while (end > 0 && (static_cast<unsigned char>(line[end]) & 0xC0) == 0x80) --end;
  line.resize(end);
  line += " ...";
}

void replace_all(std::string& text, const std::string& from, std::string_view to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
    text.replace(at, from.size(), to);
  }
}

void shorten_paths(std::string& line, const MessageContext& context) {
  replace_all(line, (context.directory / "source").string() + "/", "");
  replace_all(line, context.directory.string() + "/", "");
  replace_all(line, (context.course / "grader/emulator/include").string() + "/", "");
  replace_all(line, context.course.string() + "/", "");
}

std::size_t skip_number(std::string_view text, std::size_t at, int& number) {
  const char* end = text.data() + text.size();
  const auto [behind, error] = std::from_chars(text.data() + at, end, number);
  return error == std::errc() ? static_cast<std::size_t>(behind - text.data()) : at;
}

/// "NAME:LINE:COLUMN: REST" of g++, "NAME(LINE): REST" of nvcc.
struct Head {
  int line = 0;
  std::string_view rest;  ///< From the colon in front of the message's kind.
};

std::optional<Head> parse_head(std::string_view text, const std::string& name) {
  if (!text.starts_with(name) || text.size() < name.size() + 2) return std::nullopt;
  const char opening = text[name.size()];
  if (opening != ':' && opening != '(') return std::nullopt;
  Head head;
  std::size_t at = skip_number(text, name.size() + 1, head.line);
  if (head.line < 1) return std::nullopt;
  if (opening == '(') {
    ++at;  // the closing parenthesis
  } else if (int column = 0; at < text.size() && text[at] == ':') {
    at = skip_number(text, at + 1, column);
    if (column == 0) --at;  // no column: the colon belongs to the rest
  }
  head.rest = text.substr(std::min(at, text.size()));
  return head;
}

bool is_rewritten(const MessageContext& context, int line) {
  const std::size_t index = static_cast<std::size_t>(line) - 1;
  if (context.translated.empty() || index >= context.source.size()) return false;
  return index >= context.translated.size() || context.source[index] != context.translated[index];
}

/// "      |     ^~~~" under a quoted line: no line number in front of the bar.
bool is_marker_line(std::string_view line) {
  const std::size_t bar = line.find('|');
  return bar != std::string_view::npos && line.find_first_not_of(' ') == bar;
}

}  // namespace

Messages shape_messages(std::string_view compiler_output, const MessageContext& context) {
  Messages messages;
  bool drop_markers = false, error_seen = false;
  std::size_t kept = 0, dropped = 0;
  for (std::string line : lines_of(std::string(compiler_output))) {
    shorten_paths(line, context);
    if (const auto head = parse_head(line, context.name)) {
      const bool is_error = head->rest.find("error") != std::string_view::npos;
      if (messages.first_line == 0 || (is_error && !error_seen)) messages.first_line = head->line;
      error_seen |= is_error;
      messages.names_submission = true;
      drop_markers = is_rewritten(context, head->line);
      if (drop_markers) line = fmt::format("{}:{}{}", context.name, head->line, head->rest);
    } else if (is_marker_line(line)) {
      if (drop_markers) continue;
    } else if (line == context.name + ": In lambda function:") {
      line = context.name + ": In a kernel or lambda:";  // kernels' bodies become lambdas
    }
    if (kept == most_lines) {
      ++dropped;
      continue;
    }
    shorten(line);
    messages.text += line + "\n";
    ++kept;
  }
  if (dropped > 0) messages.text += fmt::format("... and {} more lines\n", dropped);
  return messages;
}

}  // namespace toolchain
