// Which lengths and block sizes a benchmark measures.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace pipeline {

/// As typed; empty: not given.
struct SizeWishes {
  std::string sizes;             ///< "1e5,1e6,2^20"
  std::string from, to, points;  ///< So many lengths, evenly spaced on a log axis.
};

/// Least and most elements of a benchmark, and how many points it has at most.
inline constexpr std::size_t least_bench_n = 32;
inline constexpr std::size_t most_bench_n = std::size_t{1} << 33;
inline constexpr std::size_t most_bench_points = 100;

/// "1000000", "1e6" or "2^20". Throws a usage Failure that names `what`.
std::size_t elements_argument(const std::string& what, const std::string& text);

/// The lengths that the wishes say, rising and each once; where they say nothing, from `from` to
/// `to` with `per_decade` points in each power of ten. Lengths between two ends are rounded to two
/// digits. Throws a usage Failure.
std::vector<std::size_t> bench_sizes(const SizeWishes& wishes, std::size_t from, std::size_t to,
                                     int per_decade);

/// The powers of two from 32 to 1024; a grader leaves out what its lab does not allow.
std::vector<int> swept_block_sizes();

}  // namespace pipeline
