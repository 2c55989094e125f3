// The data of timed runs: fresh for each round, the same for all programs of that round.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "harness/array_files.hpp"
#include "harness/call.hpp"
#include "harness/data.hpp"
#include "harness/grader.hpp"

namespace harness {

/// What is timed, and how often.
struct TimedPlan {
  std::size_t n = 0;
  int block_size = 256;
  unsigned entry = 0;  ///< Which of the lab's functions.
  int warm_ups = 2;    ///< Rounds in front whose times do not count; the second is called unheld.
  int repeats = 10;    ///< Timed rounds; at least 1.
  bool end_to_end = true;  ///< One round more, with copies, timed by the host's clock.
};

/// What a round is for.
enum class Round { warm_up, timed, end_to_end };

/// Inputs and right outputs, round after round. Up to `most_fresh` elements each round has data of
/// its own. Above, making them would take longer than all else: a few hundred elements in places
/// that nobody can foresee become others in each round. That changes a sum, an extreme or a count,
/// and all of a scan behind the first such place.
///
/// Sums and scans are timed with exact data; what adds nothing, with reals, and what looks for
/// extremes, with one of each, other ones in other places each time.
class TimedData {
 public:
  static constexpr std::size_t most_fresh = std::size_t{1} << 24;

  /// `secret`: what all data follow from. Give unforeseen_number(), so that a submission cannot
  /// foresee them; the same number gives the same data. No data are made before `next`. Throws
  /// std::runtime_error where the plan has no elements or rounds, or not a function of the lab.
  TimedData(const LabCode& code, const TimedPlan& plan, std::uint64_t secret);

  /// Makes the next round's inputs. False after the last round. Throws std::runtime_error where the
  /// arrays do not fit into the shared memory.
  bool next();
  /// The first round comes again, with other data.
  void restart();

  const TimedPlan& plan() const { return plan_; }
  const LabCode& code() const { return code_; }
  Round kind() const;
  /// Among those of its kind, from 1 on: "timed run 3".
  int number() const;

  /// Whether this round's outputs are compared. All are, up to most_fresh elements; above, warm-ups
  /// are not.
  bool is_compared() const { return is_compared_whole() || kind() != Round::warm_up; }
  /// Whether every element is: in all rounds up to most_fresh elements; above, in the first timed
  /// one, the last, one between, and the one end to end.
  bool is_compared_whole() const;
  /// What to fetch after this round's call: nothing, all, or windows chosen now.
  worker::Fetch parts();

  /// This round's call; its `expected` is right after expected() only.
  PreparedCall& call() { return call_; }
  /// The right outputs of this round. The first call in a round asks the oracle, which takes some
  /// seconds for 2^30 elements.
  const std::vector<ExpectedOutput>& expected();
  /// What every right program reads, and about what it writes. After the first `next`.
  std::uint64_t input_bytes() const;
  std::uint64_t output_bytes() const { return output_bytes_; }

  /// The file in which the inputs lie, for the ArrayFiles of each program.
  const std::shared_ptr<SharedFile>& inputs() const { return files_.inputs_file; }
  /// The next of the numbers that all data follow from.
  std::uint64_t random_bits() { return random_.bits(); }

 private:
  std::span<float> input(std::size_t k);
  bool is_flags(std::size_t k) const;
  void make_all(bool first);
  void change_some();
  void put_new_extremes();

  LabCode code_;
  TimedPlan plan_;
  Random random_;
  Case asked_;
  ArrayFiles files_;
  PreparedCall call_;
  int round_ = -1, random_whole_ = 0;
  bool has_expected_ = false;
  std::uint64_t output_bytes_ = 0;
  ExactSums sums_[worker::max_inputs];  // of long exact data
  std::vector<std::size_t> changed_;    // places in this round
};

}  // namespace harness
