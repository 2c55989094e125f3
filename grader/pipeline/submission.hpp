// Stage 2: which file is graded for which lab.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "pipeline/context.hpp"
#include "pipeline/course.hpp"

namespace pipeline {

/// Where submissions come from.
struct Source {
  enum class Kind { starter, solutions, folder, file };
  Kind kind = Kind::starter;
  std::filesystem::path path;  ///< The folder or the file; else empty.

  /// The option that asks for this source again: " --solutions"; empty for the starter.
  std::string option() const;
};

struct Submission {
  const Lab* lab = nullptr;
  std::filesystem::path file;  ///< Absolute.
  std::string shown;           ///< As reports name it.
  bool absent = false;         ///< There is no such file.
  std::string problem;         ///< One sentence where the file cannot be graded; else empty.
};

/// One submission for each of the labs that `names` selects. Where only one is asked for, a file
/// that cannot be graded is a usage Failure; among several it is that lab's own result.
std::vector<Submission> locate(const Context& context, const Course& course,
                               const std::vector<std::string>& names, const Source& source);

}  // namespace pipeline
