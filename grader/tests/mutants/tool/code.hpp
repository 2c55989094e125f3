// A CUDA source as a mutation sees it: tokens that know their brackets and what their text leaves
// open (is this < a relation, a launch, a template?), and above them functions and statements.
//
// It reads sources that are laid out as clang-format leaves them and takes blanks for evidence: a
// binary operator has one on either side, a `<` of a template has none before it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/token.hpp"

namespace mutants {

enum class Role {
  plain,   ///< Its text says what it is.
  binary,  ///< An operator between two operands; assignments are among them.
  angle,   ///< Brackets of a template.
  launch,  ///< <<< or >>>
};

/// A token; the halves of <<, >>, <<=, >>=, <<< and >>> are put together.
struct Piece {
  emulator::frontend::TokenKind kind;
  std::string_view text;
  std::size_t begin, end;  ///< Offsets in the source.
  int line;                ///< 1-based.
  Role role = Role::plain;
  int partner = -1;  ///< Of a bracket: the other one.
  int parent = -1;   ///< The innermost bracket that is open here.
};

/// A function with its body. Pieces from `first` to `close`, which is its closing brace.
struct Function {
  std::string name;
  std::size_t first, open, close;
  bool on_device;  ///< __global__ or __device__
};

/// A statement that ends with `;`, by its first piece and the `;`.
struct Statement {
  enum class Kind { expression, declaration, returns, other };
  Kind kind;
  std::size_t first, last;
  bool ends_function;  ///< Nothing follows but the function's closing brace.
};

/// What an if or a loop asks, by its first and last piece.
struct Condition {
  enum class Kind { branch, loop, loop_at_end };
  Kind kind;
  std::size_t first, last;
  bool guards_one_statement;  ///< One that ends with `;`, with no else behind it.
};

/// The third part of a for's head.
struct Step {
  std::size_t first, last;
};

class Code {
 public:
  /// `source` must outlive this. Throws std::runtime_error where its brackets do not match.
  explicit Code(std::string_view source);

  std::string_view source() const { return source_; }
  const std::vector<Piece>& pieces() const { return pieces_; }
  const std::vector<Function>& functions() const { return functions_; }
  const std::vector<Statement>& statements() const { return statements_; }
  const std::vector<Condition>& conditions() const { return conditions_; }
  const std::vector<Step>& steps() const { return steps_; }

  /// The text of piece `at`; empty behind the last one.
  std::string_view text(std::size_t at) const;
  /// The source from the first to the last of these pieces.
  std::string_view between(std::size_t first, std::size_t last) const;
  /// The function that holds piece `at`, or null.
  const Function* function_at(std::size_t at) const;
  /// The statement (not of a for's head) that holds piece `at`, or null.
  const Statement* statement_at(std::size_t at) const;
  /// The arguments between the bracket `open` and its partner, each by first and last piece.
  std::vector<Step> arguments(std::size_t open) const;
  /// Nothing that is judged hangs on it: it tells people of an error, or is advice for a compiler.
  bool is_beside_the_point(std::size_t at) const;

 private:
  friend class Reader;
  std::string_view source_;
  std::vector<Piece> pieces_;
  std::vector<Function> functions_;
  std::vector<Statement> statements_;
  std::vector<Condition> conditions_;
  std::vector<Step> steps_;
};

}  // namespace mutants
