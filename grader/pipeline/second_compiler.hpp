// What nvcc says of submissions that were graded. It is said beside the verdict: no points hang on
// it.
#pragma once

#include <string>
#include <vector>

#include "pipeline/context.hpp"
#include "pipeline/submission.hpp"
#include "result/result.hpp"

namespace pipeline {

/// Compiles every submission that built for its grading with nvcc too, `jobs` at once, and returns
/// the lines to print; empty where no nvcc is installed. Throws Interrupted after Ctrl-C.
std::string ask_second_compiler(const Context& context, const std::vector<Submission>& submissions,
                                const std::vector<result::Lab>& labs, unsigned jobs);

}  // namespace pipeline
