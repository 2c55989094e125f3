// A run of tokens that belong together - the code of a file, or the body of one #define - with the
// questions that rewrites ask of it and the edits that they make to it.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "brackets.hpp"
#include "lexer.hpp"
#include "token.hpp"

namespace emulator::frontend {

/// A name as it stands in the source, and what is needed to speak of it. In the body of a macro a
/// parameter is only known where the macro is used: then `literal` holds #parameter.
struct Name {
  std::string use;      ///< ns::k, or prefix##_k
  std::string literal;  ///< "ns::k", or #prefix "_k"
  std::string suffix;   ///< Empty, or what makes a generated name differ: _##prefix##_k
};

/// What stands around a token, braces considered.
enum class Scope { file_or_namespace, type, block };

/// Indices that are out of range are allowed everywhere: their text is empty.
class Region {
 public:
  /// `macro` is null for the code itself; otherwise it must outlive the region.
  Region(std::vector<Token> tokens, const std::vector<Conditional>& conditionals,
         const Macro* macro);

  // Looking ---------------------------------------------------------------------------------------

  int size() const { return static_cast<int>(tokens_.size()); }
  const Macro* macro() const { return macro_; }
  const Brackets& brackets() const { return brackets_; }

  std::string_view text(int i) const { return in_range(i) ? at(i).text : std::string_view{}; }
  bool is(int i, std::string_view text_wanted) const { return text(i) == text_wanted; }
  bool is_identifier(int i) const { return in_range(i) && at(i).kind == TokenKind::identifier; }
  bool is_string(int i) const { return in_range(i) && at(i).kind == TokenKind::string; }

  /// 1-based; the nearest token's line where `i` is out of range.
  int line(int i) const;
  /// The line as generated code gives it: a number, or __LINE__ in a macro.
  std::string line_text(int i) const;

  /// The bracket that belongs to the one at `i`, or -1.
  int partner(int i) const {
    return in_range(i) ? brackets_.partner[static_cast<std::size_t>(i)] : -1;
  }
  /// The index of the bracket around token `i`, or -1.
  int enclosing(int i) const { return in_range(i) ? enclosing_[static_cast<std::size_t>(i)] : -1; }
  /// What stands around token `i`.
  Scope scope(int i) const;
  /// What the brace at `open` opens: a namespace, a type or anything else.
  Scope opened_by(int open) const;

  /// Whether the tokens at `i` and behind it touch each other and are all `character`.
  bool is_run(int i, char character, int count) const;

  /// The `>` of the template argument list that `<` at `open` starts, or -1 where it is no such
  /// list as far as one can tell from its tokens.
  int close_angle(int open) const;
  /// The other way round.
  int open_angle(int close) const;
  /// The last token of the group that starts at `i`: its closing bracket, or for a name in front of
  /// template arguments their `>`; `i` itself where no group starts.
  int group_end(int i) const;

  /// The first token of the declaration that the specifier at `i` belongs to.
  int declaration_start(int i) const;
  /// The `;` of the declaration that `i` stands in, or the first token that cannot belong to it: a
  /// closing bracket, or size() at the end.
  int declaration_end(int i) const;

  /// The name that the tokens from `first` to `last` form.
  Name name(int first, int last) const;
  /// Whether a preprocessor conditional stands between the tokens.
  bool has_conditional_between(int first, int last) const;

  /// The tokens from `first` to `last` on one line, without comments.
  std::string flat(int first, int last) const;

  // Kernels ---------------------------------------------------------------------------------------

  void add_kernel_body(int open, int close) { kernel_bodies_.emplace_back(open, close); }
  /// Whether token `i` stands in a kernel's body. Bodies must have been added in their order.
  bool in_kernel(int i) const;

  // Editing ---------------------------------------------------------------------------------------
  // Texts must hold no newline. Several insertions at one place follow each other.

  void insert_before(int i, std::string_view text_added) {
    if (in_range(i)) edits_[i].before += text_added;
  }
  void insert_after(int i, std::string_view text_added) {
    if (in_range(i)) edits_[i].after += text_added;
  }
  void replace(int i, std::string_view text_wanted);
  void erase(int i) { replace(i, ""); }
  void erase(int first, int last);

  /// A stretch of the source and what stands there instead.
  struct Patch {
    std::size_t begin;
    std::size_t end;
    std::string text;
  };
  /// Every token that differs from the source, in the source's order.
  std::vector<Patch> patches() const;

 private:
  struct Edit {
    std::string before;
    std::string after;
    std::string replacement;
    bool replaced = false;
  };

  bool in_range(int i) const { return i >= 0 && i < size(); }
  const Token& at(int i) const { return tokens_[static_cast<std::size_t>(i)]; }
  void find_scopes();

  std::vector<Token> tokens_;
  const Macro* macro_;
  Brackets brackets_;
  std::vector<std::size_t> conditional_positions_;
  std::vector<int> enclosing_;
  std::vector<Scope> opened_;  ///< For each `{`.
  std::vector<std::pair<int, int>> kernel_bodies_;
  std::map<int, Edit> edits_;
};

}  // namespace emulator::frontend
