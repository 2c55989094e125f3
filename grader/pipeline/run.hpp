// `lab run LAB N BLOCK REPEAT` and `lab test`: both hand the terminal to another program.
#pragma once

#include <string>
#include <vector>

#include "pipeline/context.hpp"
#include "pipeline/course.hpp"
#include "pipeline/submission.hpp"

namespace pipeline {

/// As typed: the numbers are judged here, so that each gets its own sentence.
struct RunRequest {
  std::string lab, n, block_size, repeats;
  Source source;
  std::string backend = "auto";
  std::uint64_t seed = 1;
  std::string device = {};  ///< Which GPU; empty: not named.
};

/// One check and timing of any size, printed by the lab's grader; returns its exit code.
int run_lab(const Context& context, const Course& course, const RunRequest& request);

/// Grades starters, solutions and all cases of these labs (as typed; empty: all) and holds the
/// verdicts against those that are due: 0, or grader_error where one differs.
int self_check(const Context& context, const Course& course, const std::vector<std::string>& labs);

/// The project's own tests by CTest: 0, or grader_error where one fails. `thorough` adds those that
/// take long.
int run_tests(const Context& context, bool thorough);

/// A whole number from `least` to `most`, else a usage Failure that says what `name` may be.
std::uint64_t number_argument(std::string_view name, std::string_view text, std::uint64_t least,
                              std::uint64_t most);

}  // namespace pipeline
