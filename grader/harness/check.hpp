// What a lab's checks.cpp is written with. A check is one TEST_CASE tagged
//   [taskN] [correctness|safety|efficiency] [Mpt]
// and asks for calls of the lab's function; the call runs in a worker process of its own, and the
// first thing that is not right ends the check with its verdict.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/catch.hpp"
#include "harness/lab.hpp"
#include "worker/counters.hpp"

namespace harness {

/// How the input of a case is made. All but `literal` follow the case's seed.
enum class Data {
  exact,  ///< Multiples of 1/8 of both signs, sum of |x| below 2^21, sparse where n is large: any
          ///< order of summation gives the same bits, so outputs are compared bit for bit.
  reals,  ///< Uniform in [-1, 1): compared within the worst case over any order of summation.
  one_huge,    ///< Reals with one element of 2^20 among them.
  infinity,    ///< Exact data with one +infinity (scans and min/max only).
  infinities,  ///< Reals with one infinity of each sign (min/max only).
  positive,    ///< Finite, above 0, of every magnitude: subnormal and near the largest (min/max).
  negative,    ///< The same below 0.
  extremes,    ///< Reals with one -2 at Case::lowest_at and one 2 at Case::highest_at.
  literal,     ///< The case's own values.
};

/// How the flags of a case are made: the inputs that are u32. Where odds are named, they follow the
/// case's seed.
enum class Flags {
  even_odds,    ///< 0 or 1.
  any_value,    ///< 0 at even odds, else any other word: 1, 2, 7, 2^31, 2^32 - 1 and random ones.
  all,          ///< 1 everywhere.
  none,         ///< 0 everywhere.
  alternating,  ///< 1, 0, 1, 0 and so on.
  sparse,       ///< 1 for about one element of 100.
  dense,        ///< 0 for about one element of 100.
  literal,      ///< The case's own.
};

/// One call of the lab's function.
struct Case {
  std::size_t n = 0;
  int block_size = 256;
  Data data = Data::exact;
  std::vector<float> literal = {};  ///< With Data::literal; n follows from it.
  std::uint64_t seed = 0;           ///< 0: from the run's seed and the case's place in the check.
  unsigned entry = 0;               ///< Which of the lab's functions.
  unsigned shift_floats = 0;        ///< d_in starts this many floats behind a 256-byte boundary.
  unsigned null_outputs = 0;        ///< Bit k: output k is passed as a null pointer.
  Flags flags = Flags::even_odds;   ///< Of the inputs that are flags, if the lab has any.
  std::vector<std::uint32_t> literal_flags = {};  ///< With Flags::literal: n of them.
  std::size_t lowest_at = 0;   ///< With Data::extremes: the index of the smallest element,
  std::size_t highest_at = 0;  ///< and that of the largest, which is another one.

  bool operator==(const Case&) const = default;
};
Case literal(std::vector<float> values, int block_size = 256);
/// The same for a lab with flags: one for each value.
Case literal(std::vector<std::uint32_t> flags, std::vector<float> values, int block_size = 256);

/// Calls the function and judges values: every output against the oracle. What an observer, a guard
/// or an error code says fails the safety check of the task; here it only explains wrong values.
/// Ends the check where a value is wrong or the function did not return. A case of more than
/// 2^20 + 1 elements runs without observers, in a worker of its own, and has more time.
void expect_right(const Case& c);
/// The same for each case in turn, in one worker: "calls come again".
void expect_right(const std::vector<Case>& cases);
/// As expect_right, and the outputs must be these very values (worked examples of the lessons).
void expect_values(const Case& c, const std::vector<std::vector<float>>& outputs);
/// Calls the function for each case four times (threads and blocks by index, shuffled by two seeds,
/// reversed) under the emulator's observers and judges findings, guards, unchanged inputs, failed
/// calls and errors left pending. Ends the check at the first case that shows one. Values are not
/// looked at, but for reads of memory that nothing wrote: they count where an output is wrong, or
/// where what the call does changes with what lay in that memory. What hangs in the reversed order
/// alone is a note. A check in which no call with elements launched a kernel and wrote its outputs
/// is not_done.
void expect_safe(const std::vector<Case>& cases);
/// Calls the function four times with the same case in one worker. Device memory that is still
/// allocated after the fourth call and was not after the second is `memory_leak`. Nothing else is
/// judged, but that the calls return.
void expect_no_leak(const Case& c);

/// The elements that each output has room for, for n elements and a block size; as in
/// Function::outputs.
using OutputLengths = std::vector<std::size_t> (*)(std::size_t n, int block_size);
enum class Outputs : unsigned char { in_part, whole };
/// Calls the function for each case as a shape run: arrays of the claimed lengths that nothing has
/// written, a few blocks of each launch. For lengths of 2^24 to 2^33 elements: launch limits and
/// index arithmetic are judged (bounds, alignment, failed calls, pointers of the wrong side),
/// values and everything else are not. A case whose arrays the emulator cannot hold is left out,
/// with a note.
///
/// A kernel that leaves the far part of the inputs alone is a wrong answer, and so is one that
/// leaves that of the longest output alone where each call has to write all of it: `whole`.
void expect_shape(const std::vector<Case>& cases, OutputLengths lengths,
                  Outputs outputs = Outputs::in_part);

/// What a counted rule found.
struct Measured {
  enum class Bound { at_most, at_least, exactly };
  double value = 0;
  Bound bound = Bound::at_most;
  double limit = 0;
  std::string unit;  ///< "words of traffic an element"
};
/// A rule about what a call does, judged by counting and not by a clock.
struct CountedRule {
  std::function<Measured(const worker::Counters&, std::size_t n, int block_size)> measure;
  std::string look_at;  ///< One sentence for who breaks it.
};
/// The size at which labs count, and at which their ideals are named.
inline constexpr std::size_t counted_n = std::size_t{1} << 20;
inline constexpr int counted_block_size = 256;
/// Calls the function once for the case, counted by the emulator, and judges the rule:
/// `inefficient` where it is broken. A call that does not return, or whose outputs are wrong, is
/// not counted: the check then has that verdict. Checks of one lab that ask for the same case share
/// its call.
void expect_counts(const Case& c, const CountedRule& rule);
/// The case of most counted rules: counted_n elements, or others.
Case counted_case(std::size_t n = counted_n, int block_size = counted_block_size);

/// This check needs something that is not there; its points, if any, stay out of the total.
void not_run(std::string_view reason);

// Sizes by rule
// -------------------------------------------------------------------------------------

/// 0, 1, 31..33, then `tile` -1, +0, +1 and 2*tile -1, +0, +1, and two primes between, rising.
std::vector<std::size_t> sizes_around(std::size_t tile);
/// tile^2 -1, +0, +1: where a second level of a tree or scan begins.
std::vector<std::size_t> sizes_around_square(std::size_t tile);
/// tile^3 -1, +0, +1: the third level; keep the tile small.
std::vector<std::size_t> sizes_around_cube(std::size_t tile);
/// 1, around one block, and several with a ragged end: for `for_block_sizes`.
std::vector<std::size_t> around_blocks(std::size_t block_size);
/// Fewer, for the four runs of each that safety takes.
std::vector<std::size_t> ragged_blocks(std::size_t block_size);
/// The same for tiles of two elements a thread.
std::vector<std::size_t> around_tiles(std::size_t block_size);
std::vector<std::size_t> ragged_tiles(std::size_t block_size);
/// One case per size.
std::vector<Case> cases(const std::vector<std::size_t>& sizes, int block_size,
                        Data data = Data::exact);
/// For each block size one case per size that `sizes` names for it.
std::vector<Case> for_block_sizes(const std::vector<int>& block_sizes,
                                  std::vector<std::size_t> (*sizes)(std::size_t block_size));
/// The same data twice, other data in the same place, then other lengths.
std::vector<Case> calls_again(int block_size = 256);
/// Blocks that one launch may have.
inline constexpr std::size_t most_blocks = (std::size_t{1} << 31) - 1;
/// Where 32-bit indices, counts of blocks and float arithmetic end: for shape runs.
std::vector<Case> huge_lengths(int block_size);

}  // namespace harness
