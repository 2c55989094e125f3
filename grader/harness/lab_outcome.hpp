// A lab's result as a whole: begun, filled where nothing could be run, and judged by the rules that
// look at all checks together.
#pragma once

#include <string>
#include <vector>

#include "harness/catch_shim.hpp"
#include "harness/grader.hpp"
#include "harness/grading.hpp"
#include "harness/options.hpp"
#include "harness/submission_file.hpp"
#include "result/result.hpp"

namespace harness {

/// Without checks, and as if for the emulator unless a GPU was asked for.
result::Lab empty_result(const Options& options, const Manifest& manifest,
                         const SubmissionFile& submission);

/// Lists every selected check with `reason`, so that totals are the same whether the submission
/// compiles or not.
void list_as_not_run(result::Lab& lab, const std::vector<catch_shim::TestCase>& selected,
                     const Manifest& manifest, const std::string& reason);

/// Why checks were not run, where the build ended with `verdict`.
std::string reason_not_run(result::Verdict verdict);

/// Makes a lab in which nothing was done `not_done`, takes all points from one that breaks a rule
/// of the course, and sums up.
void apply_rules_of_the_lab(result::Lab& lab, const Grading& grading,
                            const SubmissionFile& submission);

}  // namespace harness
