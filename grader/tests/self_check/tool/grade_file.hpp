// One file graded by a lab's own grader, and what its checks said.
#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <string>

#include "result/result.hpp"
#include "tests/self_check/tool/case_file.hpp"

namespace self_check {

struct Graded {
  std::optional<result::Lab> lab;  ///< Nothing where the grader wrote no result.
  int exit_code = -1;
  std::string printed;  ///< Where there is no result.
};

/// Grades `submission`, without times; `backend` as for the grader's option. `report` is written
/// and read.
Graded grade(const std::filesystem::path& grader, const std::filesystem::path& submission,
             const std::filesystem::path& report, const std::string& backend);

/// Verdicts of the checks and of the lab, without pass and not_run.
std::set<std::string> earned(const result::Lab& lab);

/// The first finding of each verdict that was earned, a line each.
std::string details(const result::Lab& lab);

// Each returns what is wrong, in a sentence, or nothing
// -----------------------------------------------------

std::string wrong_with_starter(const Graded& graded);
/// All points, on the emulator: 100 of them.
std::string wrong_with_solution(const Graded& graded, bool emulated);
/// A case that can be told by its values alone has to differ from the right answer on some input.
std::string wrong_with_case(const cases::CaseFile& file, const Graded& graded);

/// Whether the check fails the submission.
bool fails(const result::Check& check);

}  // namespace self_check
