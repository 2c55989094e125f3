// The file that is graded, and where it came from.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "harness/grader.hpp"
#include "harness/source_map.hpp"

namespace harness {

class SubmissionFile {
 public:
  /// `named`: on the command line; empty: the starter's file.
  SubmissionFile(const std::filesystem::path& named, const Manifest& manifest);

  const std::filesystem::path& path() const { return path_; }
  /// As the student named it.
  const std::string& shown() const { return shown_; }

  /// What is wrong with the command line's file; what is wrong with its content is for the build.
  std::optional<std::string> not_there() const;
  /// A copy of the starter's text that lies somewhere else. The starter's own file is what students
  /// edit: it cannot be compared with itself.
  bool is_the_starter() const;
  /// Of the program that was built from it.
  SourceMap source_map(const std::filesystem::path& worker) const;

 private:
  std::filesystem::path starter_, path_;
  std::string shown_;
};

}  // namespace harness
