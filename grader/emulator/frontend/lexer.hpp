// A source as tokens: the code itself, and apart from it the directives between its lines.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "frontend.hpp"
#include "token.hpp"

namespace emulator::frontend {

/// #define NAME(PARAMETERS) BODY
struct Macro {
  std::string_view name;
  bool function_like = false;
  std::vector<std::string_view> parameters;
  std::vector<Token> body;
  bool is_alias = false;  ///< Its uses have been replaced by its body: see qualifier_aliases.hpp.
};

struct Include {
  std::string_view header;  ///< Without < > or quotation marks.
  bool angled;              ///< <header>, not "header"
  int line;
};

/// An #if, #else or #endif, by the index of the token of Lexed::code behind it.
struct Conditional {
  enum class Kind { open, open_dead, alternative, close };  ///< open_dead: #if 0
  Kind kind;
  std::size_t before;
};

struct Lexed {
  std::vector<Token> code;  ///< Without the directives.
  std::vector<Macro> macros;
  std::vector<Include> includes;
  std::vector<Conditional> conditionals;
};

/// Splits `source`, which must outlive the result, and reports unclosed comments and literals.
/// The lines behind #if 0 yield nothing.
Lexed lex(std::string_view source, std::vector<Issue>& issues);

}  // namespace emulator::frontend
