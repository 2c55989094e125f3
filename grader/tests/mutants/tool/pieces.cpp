#include "pieces.hpp"

#include <stdexcept>
#include <string>

#include "frontend/lexer.hpp"

namespace mutants {
namespace {

using emulator::frontend::one_of;
using emulator::frontend::Token;
using emulator::frontend::TokenKind;

class PieceReader {
 public:
  explicit PieceReader(std::string_view source) : source_(source) {
    std::vector<emulator::frontend::Issue> issues;
    tokens_ = emulator::frontend::lex(source, issues).code;
    if (!issues.empty())
      throw std::runtime_error("line " + std::to_string(issues.front().line) + ": " +
                               issues.front().message);
  }

  std::vector<Piece> run() {
    while (at_ < tokens_.size()) take();
    if (!open_.empty()) fail(pieces_[open_.back()], "is never closed");
    return std::move(pieces_);
  }

 private:
  [[noreturn]] static void fail(const Piece& piece, const std::string& what) {
    throw std::runtime_error("line " + std::to_string(piece.line) + ": " + std::string(piece.text) +
                             " " + what + ".");
  }

  bool touch(std::size_t left, std::size_t right) const {
    return right < tokens_.size() && tokens_[left].end == tokens_[right].begin;
  }

  bool blank_before(const Piece& piece) const {
    return piece.begin > 0 &&
           std::string_view(" \n").find(source_[piece.begin - 1]) != std::string_view::npos;
  }

  bool blank_behind(const Piece& piece) const {
    return piece.end < source_.size() &&
           std::string_view(" \n").find(source_[piece.end]) != std::string_view::npos;
  }

  /// How many tokens from here on are `c` without a blank between; `c=` counts as the last.
  std::size_t run_of(std::string_view c) const {
    std::size_t length = 1;
    while (length < 3 && touch(at_ + length - 1, at_ + length) && tokens_[at_ + length].text == c)
      ++length;
    if (length == 1 && touch(at_, at_ + 1) && tokens_[at_ + 1].text == std::string(c) + '=')
      ++length;
    return length;
  }

  bool opens_template() const {
    if (pieces_.empty() || pieces_.back().kind != TokenKind::identifier) return false;
    return pieces_.back().text == "template" || pieces_.back().end == tokens_[at_].begin;
  }

  bool innermost_is(Role role) const {
    return !open_.empty() && pieces_[open_.back()].role == role;
  }

  void take() {
    const std::string_view text = tokens_[at_].text;
    if (text == "<") {
      const std::size_t length = run_of("<");
      if (length == 3) return open_bracket(push(3, Role::launch));
      if (length == 1 && opens_template()) return open_bracket(push(1, Role::angle));
      push(length, Role::binary);
    } else if (text == ">") {
      if (innermost_is(Role::angle)) return close_bracket(push(1, Role::angle));
      const std::size_t length = run_of(">");
      if (length == 3 && innermost_is(Role::launch)) return close_bracket(push(3, Role::launch));
      push(length == 3 ? 2 : length, Role::binary);
    } else if (one_of(text, {"(", "[", "{"})) {
      open_bracket(push(1, Role::plain));
    } else if (one_of(text, {")", "]", "}"})) {
      close_bracket(push(1, Role::plain));
    } else {
      Piece& piece = pieces_[push(1, Role::plain)];
      if (piece.kind == TokenKind::punctuator && blank_before(piece) && blank_behind(piece) &&
          !one_of(text, {";", ",", "?", ":", "..."}))
        piece.role = Role::binary;
    }
  }

  std::size_t push(std::size_t length, Role role) {
    const Token &first = tokens_[at_], &last = tokens_[at_ + length - 1];
    pieces_.push_back({first.kind, source_.substr(first.begin, last.end - first.begin), first.begin,
                       last.end, first.line, role, -1,
                       open_.empty() ? -1 : static_cast<int>(open_.back())});
    at_ += length;
    return pieces_.size() - 1;
  }

  void open_bracket(std::size_t at) { open_.push_back(at); }

  void close_bracket(std::size_t at) {
    // A `<` that nothing has closed by now compares.
    if (pieces_[at].role == Role::plain)
      for (; innermost_is(Role::angle); open_.pop_back()) pieces_[open_.back()].role = Role::binary;
    if (open_.empty()) fail(pieces_[at], "was never opened");
    Piece& opening = pieces_[open_.back()];
    const std::string_view pairs = "()[]{}<>";
    if (pairs[pairs.find(opening.text[0]) + 1] != pieces_[at].text[0])
      fail(pieces_[at], "closes " + std::string(opening.text));
    opening.partner = static_cast<int>(at);
    pieces_[at].partner = static_cast<int>(open_.back());
    pieces_[at].parent = opening.parent;
    open_.pop_back();
  }

  std::string_view source_;
  std::vector<Token> tokens_;
  std::vector<Piece> pieces_;
  std::vector<std::size_t> open_;
  std::size_t at_ = 0;
};

}  // namespace

std::vector<Piece> read_pieces(std::string_view source) { return PieceReader(source).run(); }

}  // namespace mutants
