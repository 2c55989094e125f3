// The words that a check or a lab can earn, their order, and the exit code of each class.
#pragma once

#include <optional>
#include <string_view>

namespace result {

/// In the order of precedence: where several apply, the first one in this list is the verdict.
/// `pass` and `not_run` stand last: they apply only where nothing else does.
enum class Verdict {
  grader_error,
  no_device,
  policy,
  unsupported,
  build_failed,
  crash,
  barrier_divergence,
  data_race,
  deadlock,
  warp_mask,
  out_of_bounds,
  uninitialized_read,
  misaligned_access,
  host_device_mixup,
  input_modified,
  stream_order,
  memory_leak,
  cuda_error,
  time_limit,
  not_done,
  wrong_answer,
  inefficient,
  suspect,
  noisy,
  pass,
  not_run,
};

/// Exit codes of `lab` and of every grade_NN. Documented in docs/how-grading-works.md.
enum class ExitCode : int {
  pass = 0,           ///< correctness and safety are full
  not_done = 1,       ///< a starter that nobody has worked on
  usage = 2,          ///< the command line is wrong, or names a file or lab that is not there
  build_failed = 3,   ///< the submission does not compile
  wrong_answer = 4,   ///< wrong values
  unsafe = 5,         ///< barrier_divergence to cuda_error
  crash = 6,          ///< the submission's process died or left
  time_limit = 7,     ///< it did not end in time
  policy = 8,         ///< a forbidden way to the answer
  unsupported = 9,    ///< the emulator cannot run it, or nothing ran
  no_device = 10,     ///< a GPU was asked for and there is none
  grader_error = 11,  ///< our own fault or the machine's; never counted against a submission
  interrupted = 130,  ///< Ctrl-C
};

/// Whose fault a verdict is, so that a report can say it.
enum class Blame { nobody, submission, machine, grader };

std::string_view name(Verdict verdict);
std::optional<Verdict> verdict_from_name(std::string_view name);
ExitCode exit_code(Verdict verdict);
Blame blame(Verdict verdict);
/// The one of the two that decides (see Verdict).
Verdict worse(Verdict a, Verdict b);
/// barrier_divergence to cuda_error: what a safety check judges.
bool is_safety(Verdict verdict);
/// One sentence for people who see the word for the first time.
std::string_view meaning(Verdict verdict);

enum class Category { correctness, safety, efficiency };
std::string_view name(Category category);
std::optional<Category> category_from_name(std::string_view name);

}  // namespace result
