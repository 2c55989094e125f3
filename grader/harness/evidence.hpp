// What one call left behind, in the words of the result: one function for each source of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/source_map.hpp"
#include "harness/worker_process.hpp"
#include "result/result.hpp"

namespace harness {

struct Evidence {
  /// Why there is no proper return: left, killed, threw, no memory. Its code is the verdict.
  std::optional<result::Finding> departure;
  /// The arrays of the call, or the workspace it asks for, are more than the worker can hold.
  bool no_room = false;
  std::vector<result::Finding> reported;       ///< Errors that observers and the runtime reported.
  std::vector<std::string> remarks;            ///< What they noted without calling it an error.
  std::optional<std::size_t> fault;            ///< Which of `reported` ended a kernel.
  std::optional<result::Finding> failed_call;  ///< An error left pending, or met by the copies.
  std::vector<result::Finding> damage;         ///< Guards overwritten, inputs changed.
  std::vector<result::Finding> wrong;          ///< Outputs that differ from the oracle's.
};

/// Fills `departure`, `no_room`, `reported`, `remarks`, `fault` and `failed_call`. Findings with
/// the same code at the same lines are one, and so are two accesses of one finding at one line. The
/// page and the reply come from the process that is judged: numbers are bounded, words cleaned,
/// unknown codes dropped.
Evidence evidence_of(const CallOutcome& outcome, SourceMap& sources);

/// Makes reads of memory that nothing wrote remarks instead of errors.
void demote_uninitialized_reads(Evidence& evidence);

/// What happened to the guards around an array. `front` and `behind` are as copied back.
std::optional<result::Finding> guard_damage(const std::string& array,
                                            std::span<const std::uint32_t> front,
                                            std::span<const std::uint32_t> behind);

/// An input that differs from what the grader wrote.
std::optional<result::Finding> input_damage(const std::string& array,
                                            std::span<const std::uint32_t> before,
                                            std::span<const std::uint32_t> after, bool is_float);

}  // namespace harness
