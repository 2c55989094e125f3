// From what a call left behind to a verdict.
#pragma once

#include <string>
#include <vector>

#include "harness/evidence.hpp"
#include "result/result.hpp"

namespace harness {

struct Judgement {
  result::Verdict verdict = result::Verdict::pass;
  std::vector<result::Finding> findings;  ///< The first one decided.
  std::vector<std::string> notes;
};

/// One finding that decides alone.
Judgement decided_by(const result::Finding& finding);

/// Judges values alone: right outputs pass whatever was reported, unless a rule of the course is
/// broken (policy) or the emulator cannot run the code (unsupported). Wrong outputs are put down to
/// the first of: the process's departure, a kernel's fault, a failed call, wrong values. What else
/// was seen becomes a note.
Judgement judge_values(const Evidence& evidence);

/// Judges what a shape run can show: bounds, alignment, pointers of the wrong side, failed calls.
/// What else was seen is not judged: most of the work was left out. A card without room for what
/// the function itself allocates says nothing either.
Judgement judge_shape(const Evidence& evidence);

/// Whether nothing kept the call from all that it set out to do: no fault, no refused allocation.
bool came_to_its_end(const Evidence& evidence);

/// Judges everything but values: the first in the order of precedence decides.
Judgement judge_safety(const Evidence& evidence);

}  // namespace harness
