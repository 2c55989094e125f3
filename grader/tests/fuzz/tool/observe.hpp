// One submission, graded in a process of its own, and all that this left behind.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "make.hpp"

namespace fuzz {

/// What a grader did, as seen from outside.
struct Observed {
  int exit_code = -1;  ///< -1 where it was ended by a signal or never started.
  int signal = 0;
  bool timed_out = false;
  std::string start_error;
  std::string output, error;            ///< Each cut at `most_output`.
  std::optional<std::string> document;  ///< The result file; nothing where there is none.
  std::vector<std::string> left;        ///< Files, folders and processes that it left, by name.
  double seconds = 0;                   ///< Wall time.
};

inline constexpr std::size_t most_output = 1 << 20;

/// Makes this process the one to which processes fall whose parent ends, and the first that the
/// system ends with its children where memory runs out. To be called once, before observe().
void prepare_to_observe();

/// Grades `submission` with `grader` in a fresh folder, which is also its TMPDIR. Ends what the
/// grader leaves running. Only one at a time in a process: every child is taken for the grader's.
Observed observe(const Submission& submission, const std::filesystem::path& grader,
                 std::chrono::seconds limit);

}  // namespace fuzz
