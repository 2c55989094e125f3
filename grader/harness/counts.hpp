// Counts of one call as a report shows them, and what a counted rule makes of them.
#pragma once

#include <optional>

#include "harness/check.hpp"
#include "harness/grader.hpp"
#include "harness/lab.hpp"
#include "result/result.hpp"
#include "worker/counters.hpp"

namespace harness {

/// The lab's ideals at a size; none where it names none.
IdealCounts ideal_counts(const LabCode& code, std::size_t n, int block_size);

/// Requests, sectors, bytes an element, bank conflicts, atomics, barriers, share of 16-byte loads;
/// each beside the lab's ideal where it names one.
result::Counted counted(const worker::Counters& counters, std::size_t n, int block_size,
                        const IdealCounts& ideal);

/// The finding of a rule that is broken.
std::optional<result::Finding> broken(const CountedRule& rule, const worker::Counters& counters,
                                      std::size_t n, int block_size);

/// 3907 as "3,907", 4.125 as "4.125", 1 as "1".
std::string count_text(double value);

}  // namespace harness
