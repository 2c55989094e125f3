// The regions of a starter that a student fills, and of a solution that fills them.
#pragma once

#include <string>

namespace self_check {

/// A starter and its solution have to be the same file outside `TODO(taskN)` ... `END(taskN)`,
/// which the solution calls `SOLVED`. Returns the first thing that differs, in a sentence with the
/// line of each, or nothing.
std::string difference_outside_regions(const std::string& starter, const std::string& solution);

}  // namespace self_check
