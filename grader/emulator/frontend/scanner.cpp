#include "scanner.hpp"

#include <algorithm>
#include <cctype>
#include <string>
#include <utility>

namespace emulator::frontend {
namespace {

constexpr std::size_t npos = std::string_view::npos;
constexpr std::size_t longest_raw_delimiter = 16;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_word(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x80 || std::isalnum(byte) != 0 || c == '_' || c == '$';
}

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f'; }

/// Operators of more than one character that matter here; `<` and `>` never join a neighbour.
constexpr std::string_view long_operators[] = {"...", "->*", "::", "->", "##", "&&", "||",
                                               "==",  "!=",  "<=", ">=", "+=", "-=", "*=",
                                               "/=",  "%=",  "&=", "|=", "^=", "++", "--"};

}  // namespace

void Scanner::report(std::size_t at, std::string message) {
  const auto lines = std::count(source_.begin() + static_cast<std::ptrdiff_t>(at_),
                                source_.begin() + static_cast<std::ptrdiff_t>(at), '\n');
  issues_.push_back({IssueKind::malformed, line_ + static_cast<int>(lines), std::move(message)});
}

void Scanner::move_to(std::size_t at) {
  at = std::min(at, source_.size());
  const auto first = source_.begin() + static_cast<std::ptrdiff_t>(at_);
  const auto last = source_.begin() + static_cast<std::ptrdiff_t>(at);
  line_ += static_cast<int>(std::count(first, last, '\n'));
  at_ = at;
}

/// A backslash, blanks and a newline join two lines; 0 where there is no such thing.
std::size_t Scanner::continuation_length(std::size_t at) const {
  if (at >= source_.size() || source_[at] != '\\') return 0;
  std::size_t end = at + 1;
  while (end < source_.size() && is_blank(source_[end])) ++end;
  return end < source_.size() && source_[end] == '\n' ? end + 1 - at : 0;
}

/// One past the comment that starts at `at`; `at` itself where none starts.
std::size_t Scanner::comment_end(std::size_t at) {
  if (source_.compare(at, 2, "/*") == 0) {
    const std::size_t close = source_.find("*/", at + 2);
    if (close != npos) return close + 2;
    report(at, "This comment is opened with /* and never closed with */.");
    return source_.size();
  }
  if (source_.compare(at, 2, "//") != 0) return at;
  while (at < source_.size() && source_[at] != '\n') {
    const std::size_t joined = continuation_length(at);
    at += joined != 0 ? joined : 1;
  }
  return at;
}

void Scanner::skip_trivia(bool within_line) {
  while (!at_end()) {
    const char c = source_[at_];
    if (c == '\n') {
      if (within_line) return;
      at_line_start_ = true;
      move_to(at_ + 1);
    } else if (is_blank(c)) {
      ++at_;
    } else if (const std::size_t joined = continuation_length(at_); joined != 0) {
      move_to(at_ + joined);
    } else if (const std::size_t end = comment_end(at_); end != at_) {
      move_to(end);
    } else {
      return;
    }
  }
}

/// One past the closing quote on this line, or npos.
std::size_t Scanner::quoted_end(std::size_t quote) const {
  for (std::size_t at = quote + 1; at < source_.size() && source_[at] != '\n'; ++at) {
    if (source_[at] == source_[quote]) return at + 1;
    if (source_[at] != '\\') continue;
    const std::size_t joined = continuation_length(at);
    at += joined != 0 ? joined - 1 : 1;
    if (joined == 0 && at < source_.size() && source_[at] == '\n') return npos;
  }
  return npos;
}

std::size_t Scanner::raw_string_end(std::size_t quote) {
  const std::size_t found = source_.substr(quote + 1, longest_raw_delimiter + 1).find('(');
  const std::size_t open = quote + 1 + found;
  if (found == npos) {
    report(quote, "This raw string has no ( within 16 characters after its quotation mark.");
    return quote + 1;
  }
  std::string closing = ")";
  closing.append(source_.substr(quote + 1, open - quote - 1)).push_back('"');
  const std::size_t close = source_.find(closing, open + 1);
  if (close != npos) return close + closing.size();
  report(quote, "This raw string is never closed with " + closing + ".");
  return source_.size();
}

std::size_t Scanner::literal_end(std::size_t quote, bool raw) {
  std::size_t end = raw ? raw_string_end(quote) : quoted_end(quote);
  if (end == npos) {
    end = std::min(source_.find('\n', quote), source_.size());
    if (!lenient_) {
      report(quote, source_[quote] == '"' ? "This string is not closed on its line."
                                          : "This character constant is not closed on its line.");
    }
  }
  while (end < source_.size() && is_word(source_[end])) ++end;  // a literal's suffix
  return end;
}

Token Scanner::take(TokenKind kind, std::size_t end) {
  end = std::max(std::min(end, source_.size()), at_ + 1);
  const Token token{kind, source_.substr(at_, end - at_), at_, end, line_};
  move_to(end);
  at_line_start_ = false;
  return token;
}

Token Scanner::next() {
  const char c = source_[at_];
  const auto at = [&](std::size_t i) { return i < source_.size() ? source_[i] : '\0'; };
  std::size_t end = at_ + 1;
  if (is_digit(c) || (c == '.' && is_digit(at(end)))) {
    for (;; ++end) {
      const bool exponent =
          (at(end) == '+' || at(end) == '-') && std::string_view("eEpP").find(at(end - 1)) != npos;
      const bool separator = at(end) == '\'' && is_word(at(end + 1));
      if (!is_word(at(end)) && at(end) != '.' && !exponent && !separator) break;
    }
    return take(TokenKind::number, end);
  }
  if (is_word(c)) {
    while (is_word(at(end))) ++end;
    const std::string_view word = source_.substr(at_, end - at_);
    const bool raw = one_of(word, {"R", "LR", "uR", "UR", "u8R"});
    const bool prefix = one_of(word, {"L", "u", "U", "u8"});
    if (at(end) == '"' && (raw || prefix)) return take(TokenKind::string, literal_end(end, raw));
    if (at(end) == '\'' && prefix) return take(TokenKind::character, literal_end(end, false));
    return take(TokenKind::identifier, end);
  }
  if (c == '"') return take(TokenKind::string, literal_end(at_, false));
  if (c == '\'') return take(TokenKind::character, literal_end(at_, false));
  for (const std::string_view name : long_operators) {
    if (source_.compare(at_, name.size(), name) == 0) {
      return take(TokenKind::punctuator, at_ + name.size());
    }
  }
  return take(TokenKind::punctuator, end);
}

bool Scanner::skip_hash() {
  const bool digraph = source_.compare(at_, 2, "%:") == 0;
  const std::size_t end = at_ + (digraph ? 2 : 1);
  const std::string_view again = digraph ? "%:" : "#";
  if ((!digraph && peek() != '#') || source_.substr(end).starts_with(again)) return false;  // ##
  move_to(end);
  at_line_start_ = false;
  return true;
}

std::string_view Scanner::header_name() {
  const char open = peek();
  if (open != '<' && open != '"') return {};
  const std::string_view line = source_.substr(at_, source_.find('\n', at_) - at_);
  const std::size_t close = line.find(open == '<' ? '>' : '"', 1);
  if (close == npos) return {};
  move_to(at_ + close + 1);
  return line.substr(1, close - 1);
}

void Scanner::skip_line() {
  while (!at_line_end()) {
    const std::size_t joined = continuation_length(at_);
    const std::size_t comment = comment_end(at_);
    std::size_t end = joined != 0 ? at_ + joined : comment != at_ ? comment : at_ + 1;
    if (peek() == '"' || peek() == '\'') {
      const std::size_t closed = quoted_end(at_);
      if (closed != npos) end = closed;
    }
    move_to(end);
  }
}

void Scanner::skip_dead_group() {
  int depth = 0;
  while (!at_end()) {
    skip_trivia(false);
    const std::size_t hash = at_;
    const int hash_line = line_;
    if (!skip_hash()) {
      skip_line();
      continue;
    }
    skip_trivia(true);
    const std::string_view name = at_line_end() ? std::string_view{} : next().text;
    if (one_of(name, {"if", "ifdef", "ifndef"})) ++depth;
    const bool ends = name == "endif" || (depth == 0 && one_of(name, {"else", "elif"}));
    if (ends && depth == 0) {
      at_ = hash;
      line_ = hash_line;
      at_line_start_ = true;
      return;
    }
    if (name == "endif") --depth;
    skip_line();
  }
}

}  // namespace emulator::frontend
