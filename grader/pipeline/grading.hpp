// Stage 3: runs the graders, several at once, and collects their results.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "pipeline/context.hpp"
#include "pipeline/submission.hpp"
#include "result/result.hpp"

namespace pipeline {

struct GradingOptions {
  std::string backend = "auto";
  std::uint64_t seed = 1;
  unsigned jobs = 1;           ///< Graders at once.
  std::optional<int> device;   ///< Which GPU; nothing: the first.
  bool names_device = false;   ///< It stands on the command line.
  bool gpu_too = false;        ///< Judged on a GPU as well (gpu_part.hpp).
  std::string no_gpu_because;  ///< Why one that is there is not used; else empty.
};

/// The executable that grades `lab`; throws a grader Failure where it is not built.
std::filesystem::path grader_program(const Context& context, const Lab& lab);

/// One result per submission, in their order. A grader that dies or leaves no sound result is
/// grader_error for its lab alone. Throws Interrupted after Ctrl-C, with no process left.
std::vector<result::Lab> grade(const Context& context, const std::vector<Submission>& submissions,
                               const GradingOptions& options);

/// Calls `work(k)` for every k below `count`, at most `jobs` at once, until all are done or Ctrl-C;
/// `tick` is called on the calling thread several times a second. Rethrows what `work` throws.
void run_several(std::size_t count, unsigned jobs, const std::function<void(std::size_t)>& work,
                 const std::function<void()>& tick);

}  // namespace pipeline
