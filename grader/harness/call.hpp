// One call of the lab's function: its arrays laid out in the shared files, its request, and what
// the outputs are after it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/array_files.hpp"
#include "harness/check.hpp"
#include "harness/compare.hpp"
#include "harness/evidence.hpp"
#include "harness/grader.hpp"
#include "worker/protocol.hpp"

namespace harness {

/// Calls of up to this many elements run under the emulator's observers; larger ones unchecked.
inline constexpr std::size_t largest_checked = (std::size_t{1} << 20) + 1;

/// A case with its inputs written to the shared file and the oracle's outputs. Stays right until
/// the next one is prepared in the same files.
struct PreparedCall {
  Case asked;
  const Function* function = nullptr;
  Problem problem;  ///< Its spans lie in the shared file, which only this process can write.
  std::vector<ExpectedOutput> expected;
  worker::Request request = {};
  std::uint64_t data_seed = 0;  ///< Inputs follow from it.
};

/// Makes inputs from `seed` and asks the oracle. Throws std::runtime_error where the lab's code or
/// the case do not fit together, or the arrays do not fit into the shared files.
PreparedCall prepare_call(const Case& asked, std::uint64_t seed, const LabCode& code,
                          ArrayFiles& files);

/// Other inputs in the place of those that the call has, from `seed`; `expected` is left to the
/// caller. The outputs must be as long for them.
void renew_inputs(PreparedCall& call, std::uint64_t seed, ArrayFiles& files);

/// A call of a shape run: arrays of the case's length, and outputs of `lengths`. No input is made,
/// no oracle asked, no array touched; it must be called with the flag `shape`. Throws as
/// prepare_call.
PreparedCall prepare_shape_call(const Case& asked, const LabCode& code, OutputLengths lengths);

/// Gives outputs and workspace words that no earlier call had, and wipes what an earlier call left
/// in the shared outputs (not of a shape run or of a timed call: see wipe_outputs). Seeds that
/// follow each other give words of different kinds.
void set_poison(PreparedCall& call, std::uint64_t seed, ArrayFiles& files);

/// Wipes what an earlier call left where a timed call's outputs come back.
void wipe_outputs(const PreparedCall& call, const worker::Fetch& fetch, ArrayFiles& files);

/// What a worker left in the outputs file, copied to where it cannot change any more.
class CallResults {
 public:
  CallResults(const PreparedCall& call, const ArrayFiles& files, std::uint64_t workspace_bytes);

  /// False for one that was passed as a null pointer.
  bool has(std::size_t output) const { return !words_[output].empty(); }
  Output output(std::size_t k) const;
  /// Adds overwritten guards and changed inputs to `evidence.damage`.
  void add_damage(Evidence& evidence) const;
  /// Adds wrong outputs to `evidence.wrong`.
  void add_wrong(Evidence& evidence) const;
  /// Whether the outputs of both calls hold the same bits where either was written.
  bool same_outputs(const CallResults& other) const;
  /// Whether every output that is memory still holds its poison; nothing where there is none.
  std::optional<bool> all_untouched() const;

 private:
  const PreparedCall* call_;
  std::vector<std::vector<std::uint32_t>> words_;   // guard, data, guard
  std::vector<std::uint32_t> poisons_;              // of this call; the next one has others
  std::vector<std::vector<std::uint32_t>> inputs_;  // after the call; empty where unchanged
  std::vector<std::uint32_t> workspace_guards_;
};

/// "n = 1000, block_size = 48, seed 1"; what is unusual about the case follows.
std::string case_text(const PreparedCall& call, std::uint64_t run_seed, std::size_t functions);

}  // namespace harness
