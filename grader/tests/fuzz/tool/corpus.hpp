// Submissions that were findings once.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "make.hpp"

namespace fuzz {

struct Kept {
  Submission submission;
  std::string verdict;  ///< The one that is due.
};

/// The list `verdicts.txt` of a folder: a line `FILE LAB VERDICT REASON` for each file there, where
/// the reason, the rest of the line, says what went wrong; # begins a comment. `labs` outlives the
/// result. Throws std::runtime_error with a sentence where a line or a file is missing or unknown.
std::vector<Kept> read_corpus(const std::filesystem::path& folder, const std::vector<Lab>& labs);

}  // namespace fuzz
