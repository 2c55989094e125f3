// Mutants that behave as the solution does, with the reason why.
#pragma once

#include <filesystem>
#include <map>
#include <string>

namespace mutants {

/// Reasons by mutants' names. A line is `NAME  REASON`, the reason being a sentence; lines that
/// begin with # and empty ones say nothing, and one that begins with blanks goes on with the reason
/// above it. A file that is not there lists none.
/// Throws std::runtime_error that names the line where a reason is missing, is no sentence, or a
/// name comes twice.
std::map<std::string, std::string> read_equivalents(const std::filesystem::path& file);

}  // namespace mutants
