// Times on a GPU as rows of a result.
#pragma once

#include <filesystem>
#include <vector>

#include "harness/grader.hpp"
#include "harness/source_map.hpp"
#include "harness/timed_runs.hpp"
#include "result/result.hpp"

namespace harness {

/// "GPU, kernel", and where they were measured "GPU, end to end" from pageable and from pinned
/// memory. No rows where no run was timed.
std::vector<result::Timing> timing_rows(const TimedResult& timed, const TimedPlan& plan,
                                        const LabCode& code);

/// Times a submission that has passed at the sizes of the lab's plan, in rising order, as far as a
/// few seconds reach, and adds the rows. A timed run that is wrong or fails becomes a check without
/// points, whose verdict is then the lab's; one that takes too long, or does not fit, a note. So
/// does a lock that could not be had.
void add_gpu_times(result::Lab& lab, const std::filesystem::path& worker, const LabCode& code,
                   SourceMap& sources, const GpuLock& lock);

}  // namespace harness
