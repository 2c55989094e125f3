// Stage 4a: the report that a reader at a terminal sees. Width 80, readable without colour; the
// first line says what to do next.
#pragma once

#include <string>
#include <vector>

#include "pipeline/grading.hpp"
#include "pipeline/state.hpp"
#include "pipeline/submission.hpp"
#include "result/result.hpp"

namespace pipeline {

struct Report {
  const Course& course;
  const std::vector<Submission>& submissions;
  const std::vector<result::Lab>& labs;  ///< One per submission, in the same order.
  const State& state;                    ///< With these results already in it.
  Source source;
  GradingOptions options;
  bool all = false;  ///< Every failing check in full, not only the first.
};

std::string terminal_report(const Context& context, const Report& report);

/// The verdict of several labs: the worst of them.
result::Verdict worst_verdict(const std::vector<result::Lab>& labs);

}  // namespace pipeline
