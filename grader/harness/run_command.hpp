// What a grader does with one call of a given size: `--n N`, and `--profile FOLDER --n N`.
#pragma once

#include "harness/grader.hpp"
#include "harness/options.hpp"
#include "harness/submission_file.hpp"

namespace harness {

/// Builds and runs the submission once at `options.run` and prints the report (run_report.hpp).
/// Returns a result::ExitCode as int; `usage` for sizes that this machine or the contract does not
/// allow.
int run_command(const Options& options, const Manifest& manifest, const LabCode& lab_code,
                const SubmissionFile& submission);

/// Makes the call ready for a profiler (profile_command.hpp), where `options` names a size.
int prepare_profile(const Options& options, const Manifest& manifest, const LabCode& lab_code,
                    const SubmissionFile& submission);

}  // namespace harness
