// The command line of run_mutants.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace mutants {

struct Options {
  std::filesystem::path grader;    ///< build/bin/grade_NN_slug
  int lab = 0;                     ///< NN
  std::filesystem::path solution;  ///< The .cu file that is changed.
  std::size_t jobs = 1;            ///< Graders at a time.
  std::vector<std::string> only;   ///< Names, functions or changes; empty: all.
  bool list = false;
  std::filesystem::path json;         ///< Empty: none is written.
  std::filesystem::path write;        ///< A folder for the mutants' texts; then nothing is graded.
  std::filesystem::path equivalents;  ///< The list of those that behave as the solution does.
  bool help = false;
};

std::string usage();

/// Throws std::runtime_error with a sentence where the command line is wrong.
Options parse(const std::vector<std::string>& arguments);

}  // namespace mutants
