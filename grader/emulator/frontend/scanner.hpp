// Reads a source character by character: blanks, comments, literals, names and operators.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "frontend.hpp"
#include "token.hpp"

namespace emulator::frontend {

/// A cursor over one source. The source must outlive it and the tokens that it returns.
class Scanner {
 public:
  Scanner(std::string_view source, std::vector<Issue>& issues) : source_(source), issues_(issues) {}

  /// Skips blanks, comments and line continuations, up to the end of the line when `within_line`.
  void skip_trivia(bool within_line);

  /// Whether the text has ended.
  bool at_end() const { return at_ >= source_.size(); }

  /// Whether the text or the line has ended (call after skip_trivia(true)).
  bool at_line_end() const { return at_end() || source_[at_] == '\n'; }

  /// Whether nothing but blanks and comments stands before the cursor in its line.
  bool at_line_start() const { return at_line_start_; }

  char peek() const { return at_end() ? '\0' : source_[at_]; }

  /// Skips the `#` of a directive, or `%:`, which means the same; false where neither stands here.
  bool skip_hash();

  /// Reads one token. The cursor must stand on one: not at the end, not on a blank or comment.
  Token next();

  /// Reads `<name>` or `"name"`, without the marks; empty where there is neither.
  std::string_view header_name();

  /// Skips the rest of a logical line, comments included; quotes need not be closed.
  void skip_line();

  /// Skips the lines of a group that the preprocessor drops, up to the `#` of the directive
  /// (#else, #elif, #endif) that ends it.
  void skip_dead_group();

  /// In text that the preprocessor may drop, an unclosed quote is the compiler's to judge.
  void set_lenient(bool lenient) { lenient_ = lenient; }

 private:
  std::size_t continuation_length(std::size_t at) const;
  std::size_t comment_end(std::size_t at);
  std::size_t quoted_end(std::size_t quote) const;
  std::size_t raw_string_end(std::size_t quote);
  std::size_t literal_end(std::size_t quote, bool raw);
  void move_to(std::size_t at);
  void report(std::size_t at, std::string message);
  Token take(TokenKind kind, std::size_t end);

  std::string_view source_;
  std::vector<Issue>& issues_;
  std::size_t at_ = 0;
  int line_ = 1;
  bool at_line_start_ = true;
  bool lenient_ = false;
};

}  // namespace emulator::frontend
