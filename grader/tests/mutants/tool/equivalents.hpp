// Mutants that survive and may, with the reason why.
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "outcome.hpp"

namespace mutants {

struct Listed {
  Fate fate = Fate::equivalent;  ///< Or Fate::unreachable.
  std::string reason;            ///< A sentence.

  bool operator==(const Listed&) const = default;
};
using Equivalents = std::map<std::string, Listed>;  ///< By mutants' names.

/// A line is `NAME  REASON` for an equivalent and `NAME  unreachable: REASON` for a mutant that is
/// wrong where no check can look. The reason is a sentence; lines that begin with # and empty ones
/// say nothing, and one that begins with blanks goes on with the reason above it. A file that is
/// not there lists none.
/// Throws std::runtime_error that names the line where a reason is missing, is no sentence, or a
/// name comes twice.
Equivalents read_equivalents(const std::filesystem::path& file);

}  // namespace mutants
