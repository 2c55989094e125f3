// What all rules need: the words of a text without its comments, and where in the submission a
// name stands.
#include "toolchain/policy.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "toolchain/policy_words.hpp"

namespace toolchain {
namespace {

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// The end of a string or character literal that begins at `at`; its line's end where it has none.
std::size_t end_of_literal(std::string_view text, std::size_t at) {
  const char quote = text[at];
  for (++at; at < text.size() && text[at] != quote && text[at] != '\n'; ++at) {
    if (text[at] == '\\') ++at;
  }
  return std::min(at + 1, text.size());
}

}  // namespace

void for_each_word(std::string_view text,
                   const std::function<void(std::string_view word, int line)>& visit) {
  int line = 1;
  std::size_t at = 0;
  const auto go_to = [&](std::size_t to) {
    for (to = std::min(to, text.size()); at < to; ++at) line += text[at] == '\n';
  };
  while (at < text.size()) {
    const std::string_view rest = text.substr(at);
    if (rest.starts_with("//")) {
      go_to(std::min(text.find('\n', at), text.size()));
    } else if (rest.starts_with("/*")) {
      const std::size_t end = text.find("*/", at + 2);
      go_to(end == std::string_view::npos ? text.size() : end + 2);
    } else if (is_word(text[at])) {
      std::size_t end = at;
      while (end < text.size() && is_word(text[end])) ++end;
      visit(text.substr(at, end - at), line);
      at = end;
      // 1'000'000: what stands in a number is no quote.
      if (rest[0] <= '9' && at + 1 < text.size() && text[at] == '\'' && is_word(text[at + 1])) ++at;
    } else if (text[at] == '"' || text[at] == '\'') {
      go_to(end_of_literal(text, at));
    } else {
      go_to(at + 1);
    }
  }
}

int line_that_names(const Source& source, std::string_view name) {
  int found = 0;
  for_each_word(source.bytes, [&](std::string_view word, int line) {
    if (found == 0 && word == name) found = line;
  });
  return found;
}

std::string where_in(const Source& source, int line) {
  return line > 0 ? fmt::format("{}:{}: ", source.name, line) : source.name + ": ";
}

}  // namespace toolchain
