// What became of a mutant.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "result/result.hpp"

namespace mutants {

enum class Fate {
  killed,       ///< The verdict is not pass, or a point of correctness or safety is lost.
  efficiency,   ///< Points of efficiency are lost, and no others.
  stillborn,    ///< It does not compile or link.
  equivalent,   ///< Full points, and listed as one that behaves as the solution does.
  unreachable,  ///< Full points, and listed as wrong where no check can look.
  survivor,     ///< Full points, and not listed.
  stale,        ///< Listed, and killed all the same.
  unjudged,     ///< The grader failed, or cannot run it. Nothing is known of the mutant.
};

/// "killed", "survivor"
std::string_view name(Fate fate);
/// A fate that makes the run fail.
bool is_failure(Fate fate);

struct Outcome {
  Fate fate = Fate::unjudged;
  std::string verdict;              ///< Of the lab; empty where there is no result.
  std::vector<std::string> codes;   ///< Verdicts of the checks that lost points, each once.
  std::vector<std::string> checks;  ///< The checks that lost points.
  std::string detail;               ///< The first finding, or the compiler's words.
  double seconds = 0;               ///< Wall time of building and grading.
};

/// What the result says of a mutant. `listed`: equivalent or unreachable, if it is listed.
Outcome judge(const result::Lab& lab, std::optional<Fate> listed);

}  // namespace mutants
