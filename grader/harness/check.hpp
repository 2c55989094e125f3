// What a lab's checks.cpp is written with. A check is one TEST_CASE tagged
//   [taskN] [correctness|safety|efficiency] [Mpt]
// and asks for calls of the lab's function; the call runs in a worker process of its own, and the
// first thing that is not right ends the check with its verdict.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "harness/catch.hpp"
#include "harness/lab.hpp"

namespace harness {

/// How the input of a case is made. All but `literal` follow the case's seed.
enum class Data {
  exact,  ///< Multiples of 1/8 of both signs, sum of |x| below 2^21, sparse where n is large: any
          ///< order of summation gives the same bits, so outputs are compared bit for bit.
  reals,  ///< Uniform in [-1, 1): compared within the worst case over any order of summation.
  one_huge,  ///< Reals with one element of 2^20 among them.
  infinity,  ///< Exact data with one +infinity (scans and min/max only).
  literal,   ///< The case's own values.
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
};
Case literal(std::vector<float> values, int block_size = 256);

/// Calls the function and judges values: every output against the oracle. What an observer, a guard
/// or an error code says fails the safety check of the task; here it only explains wrong values.
/// Ends the check where a value is wrong or the function did not return.
void expect_right(const Case& c);
/// The same for each case in turn, in one worker: "calls come again".
void expect_right(const std::vector<Case>& cases);
/// As expect_right, and the outputs must be these very values (worked examples of the lessons).
void expect_values(const Case& c, const std::vector<std::vector<float>>& outputs);
/// Calls the function for each case three times (threads and blocks by index, shuffled, reversed)
/// under the emulator's observers and judges findings, guards, unchanged inputs, failed calls and
/// errors left pending. Ends the check at the first case that shows one. Values are not looked at.
void expect_safe(const std::vector<Case>& cases);
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
/// One case per size.
std::vector<Case> cases(const std::vector<std::size_t>& sizes, int block_size,
                        Data data = Data::exact);

}  // namespace harness
