#include "code.hpp"

#include <algorithm>
#include <stdexcept>

#include "pieces.hpp"

namespace mutants {

using emulator::frontend::one_of;
using emulator::frontend::TokenKind;

/// Finds functions, and in their bodies statements and conditions.
class Reader {
 public:
  explicit Reader(Code& code) : code_(code), pieces_(code.pieces_) {}

  void run() {
    std::size_t first = 0;  // of the declaration that is being read
    for (std::size_t at = 0; at < pieces_.size(); ++at) {
      if (one_of(text(at), {";", "}"})) {
        first = at + 1;
      } else if (text(at) == "{") {
        if (is_scope(first, at)) {
          first = at + 1;  // its declarations are read as if they stood outside
          continue;
        }
        if (at > 0 && text(at - 1) == ")") function(first, at);
        at = partner(at);
        if (text(at + 1) != ";") first = at + 1;
      } else if (pieces_[at].partner > static_cast<int>(at)) {
        at = partner(at);
      }
    }
  }

 private:
  std::string_view text(std::size_t at) const { return code_.text(at); }
  std::size_t partner(std::size_t at) const {
    return static_cast<std::size_t>(pieces_[at].partner);
  }
  bool is_scope(std::size_t first, std::size_t open) const {
    return one_of(text(first), {"namespace", "extern"}) && text(open - 1) != ")";
  }

  void function(std::size_t first, std::size_t open) {
    const std::size_t name = partner(open - 1) - 1;
    const auto begin = pieces_.begin() + static_cast<std::ptrdiff_t>(first);
    const bool on_device =
        std::any_of(begin, pieces_.begin() + static_cast<std::ptrdiff_t>(open), [](const Piece& p) {
          return one_of(p.text, {"__global__", "__device__"});
        });
    code_.functions_.push_back({std::string(text(name)), first, open, partner(open), on_device});
    close_ = partner(open);
    block(open);
  }

  /// Returns the piece behind the block that `open` opens.
  std::size_t block(std::size_t open) {
    const std::size_t close = partner(open);
    for (std::size_t at = open + 1; at < close;) at = statement(at);
    return close + 1;
  }

  /// The `end` of the part that begins at `at`, or the bracket that closes around it.
  std::size_t find(std::size_t at, std::string_view end) const {
    while (at < pieces_.size() && text(at) != end && !one_of(text(at), {")", "]", "}"}))
      at = pieces_[at].partner > static_cast<int>(at) ? partner(at) + 1 : at + 1;
    return at;
  }

  /// Reads the statement that begins at `at`; returns the piece behind it.
  std::size_t statement(std::size_t at) {
    const std::string_view word = text(at);
    if (word == "{") return block(at);
    if (word == "if") return branch(at);
    if (one_of(word, {"for", "while"})) return loop(at);
    if (word == "do") {
      const std::size_t open = statement(at + 1) + 1;  // behind `while`
      condition(Condition::Kind::loop_at_end, open + 1, partner(open) - 1, false);
      return partner(open) + 2;
    }
    if (word == "switch") return statement(partner(at + 1) + 1);
    if (one_of(word, {"case", "default"})) return find(at, ":") + 1;
    return simple(at);
  }

  std::size_t simple(std::size_t at) {
    const std::size_t end = find(at, ";");
    if (text(end) != ";")
      throw std::runtime_error("line " + std::to_string(pieces_[at].line) +
                               ": no ; ends the statement that begins here.");
    if (end > at) code_.statements_.push_back({kind(at, end), at, end, end + 1 == close_});
    return end + 1;
  }

  std::size_t branch(std::size_t at) {
    const std::size_t open = text(at + 1) == "constexpr" ? at + 2 : at + 1;
    const std::size_t body = partner(open) + 1;
    std::size_t end = statement(body);
    const bool has_else = text(end) == "else";
    condition(Condition::Kind::branch, open + 1, partner(open) - 1, !has_else && is_one(body));
    if (has_else) end = statement(end + 1);
    return end;
  }

  /// Is what begins at `body` one statement that ends with `;`, in braces or not?
  bool is_one(std::size_t body) const {
    if (text(body) != "{") return !one_of(text(body), {"if", "for", "while", "do", "switch"});
    return is_one(body + 1) && find(body + 1, ";") + 1 == partner(body);
  }

  std::size_t loop(std::size_t at) {
    const std::size_t open = at + 1, close = partner(open);
    if (text(at) == "while") {
      condition(Condition::Kind::loop, open + 1, close - 1, false);
    } else if (const std::size_t asked = find(open + 1, ";") + 1; asked <= close) {
      const std::size_t step = find(asked, ";") + 1;
      if (step > asked + 1) condition(Condition::Kind::loop, asked, step - 2, false);
      if (step < close) code_.steps_.push_back({step, close - 1});
    }
    return statement(close + 1);
  }

  void condition(Condition::Kind kind, std::size_t first, std::size_t last, bool guards_one) {
    code_.conditions_.push_back({kind, first, last, guards_one});
  }

  Statement::Kind kind(std::size_t at, std::size_t end) const {
    if (text(at) == "return") return Statement::Kind::returns;
    if (one_of(text(at), {"break", "continue", "goto", "using", "static_assert", "asm"}))
      return Statement::Kind::other;
    // A declaration is a type, a name, and then one of = ( [ { , ;
    std::size_t words = 0;
    for (; at < end; ++at) {
      if (pieces_[at].kind == TokenKind::identifier) {
        ++words;
        if (text(at + 1) == "::") {
          ++at;
          --words;
        }
      } else if (pieces_[at].role == Role::angle) {
        at = partner(at);
      } else if (!one_of(text(at), {"*", "&"}) || words == 0) {
        break;
      }
    }
    return words > 1 ? Statement::Kind::declaration : Statement::Kind::expression;
  }

  Code& code_;
  const std::vector<Piece>& pieces_;
  std::size_t close_ = 0;  ///< Of the function that is being read.
};

Code::Code(std::string_view source) : source_(source), pieces_(read_pieces(source)) {
  Reader(*this).run();
}

std::string_view Code::text(std::size_t at) const {
  return at < pieces_.size() ? pieces_[at].text : std::string_view{};
}

std::string_view Code::between(std::size_t first, std::size_t last) const {
  return source_.substr(pieces_[first].begin, pieces_[last].end - pieces_[first].begin);
}

const Function* Code::function_at(std::size_t at) const {
  for (const Function& function : functions_)
    if (function.first <= at && at <= function.close) return &function;
  return nullptr;
}

const Statement* Code::statement_at(std::size_t at) const {
  for (const Statement& statement : statements_)
    if (statement.first <= at && at <= statement.last) return &statement;
  return nullptr;
}

std::vector<Step> Code::arguments(std::size_t open) const {
  std::vector<Step> all;
  const auto close = static_cast<std::size_t>(pieces_[open].partner);
  std::size_t first = open + 1;
  for (std::size_t at = first; at <= close; ++at) {
    if (at == close || pieces_[at].text == ",") {
      if (at > first) all.push_back({first, at - 1});
      first = at + 1;
    } else if (pieces_[at].partner > static_cast<int>(at)) {
      at = static_cast<std::size_t>(pieces_[at].partner);
    }
  }
  return all;
}

bool Code::is_beside_the_point(std::size_t at) const {
  for (int open = pieces_[at].parent; open > 0;
       open = pieces_[static_cast<std::size_t>(open)].parent) {
    const auto bracket = static_cast<std::size_t>(open);
    const std::string_view callee = text(bracket - 1);
    if (one_of(callee, {"alignas", "__launch_bounds__", "printf", "fprintf", "fputs", "puts"}))
      return true;
    // CUDA_CHECK(call, value): what to return when the call has failed.
    if (callee == "CUDA_CHECK" && pieces_[bracket].text == "(" && at > arguments(bracket)[0].last)
      return true;
  }
  return one_of(text(at), {"alignas", "__launch_bounds__", "printf", "fprintf", "fputs", "puts"});
}

}  // namespace mutants
