// Mutants of a source: copies with one small change each, of the kind that people make.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mutants {

struct Mutant {
  /// FUNCTION.CHANGE.LINE.K: LINE is a short hash of the changed line's tokens, and K counts those
  /// of one function, change and line. An edit elsewhere in the file leaves it as it is.
  std::string name;
  std::string function;       ///< "file" outside of all functions.
  std::string change;         ///< Name of the operator: "barrier", "relation", ...
  int line = 0, column = 0;   ///< 1-based, where the change begins.
  std::string before, after;  ///< The line, without indentation.
  std::string text;           ///< The whole source, with as many lines as the original.
};

/// In the order of the operators, then of the source; no two have the same text. Comments, strings
/// and directives stay as they are. `source` is laid out as clang-format leaves it.
/// Throws std::runtime_error with a sentence where it cannot be read.
std::vector<Mutant> make_mutants(std::string_view source);

}  // namespace mutants
