// Which bracket closes which.
#pragma once

#include <vector>

#include "lexer.hpp"

namespace emulator::frontend {

struct Brackets {
  std::vector<int> partner;  ///< For each token: the other bracket's index, or -1.
  bool balanced = true;      ///< Every bracket has a partner.
  int faulty_token = -1;     ///< The first bracket without one.
  bool conditional = false;  ///< An #if opens or closes some: which ones, only the compiler knows.
};

/// Matches ( ), [ ] and { }. Groups of #if, #else and #endif that open or close differently are
/// taken side by side: several opening braces may then share one closing brace, whose partner is
/// the first of them.
Brackets match_brackets(const std::vector<Token>& tokens,
                        const std::vector<Conditional>& conditionals);

}  // namespace emulator::frontend
