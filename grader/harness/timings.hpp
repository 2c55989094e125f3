// Times of the CPU programs, for comparison.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "harness/grader.hpp"
#include "result/result.hpp"

namespace harness {

/// "AMD EPYC 9654"; "CPU" where the system does not say.
std::string processor_name();
/// Processors that this process may use.
unsigned processors();

/// Times the lab's CPU programs on `problem`: one row for one core, one for all. `repeats` runs
/// each (at least 5) after a warm-up. `expected`: the oracle's outputs, whose sizes theirs take.
std::vector<result::Timing> time_cpu(const LabCode& code, const Problem& problem,
                                     const std::vector<ExpectedOutput>& expected, int repeats);

/// The rows of a result: exact data of the plan's first size.
std::vector<result::Timing> time_cpu(const LabCode& code, std::uint64_t seed);

}  // namespace harness
