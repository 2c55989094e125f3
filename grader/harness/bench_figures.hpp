// What follows from the rows of a benchmark: rates, ratios, and from which length on the GPU wins.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/bench_document.hpp"

namespace harness {

/// Of one GPU row beside the others of its point.
struct BenchFigures {
  double gigabytes_per_second = 0;           ///< Of the bytes that the algorithm must move.
  std::optional<double> percent_of_ceiling;  ///< Nothing where no ceiling was timed there.
  std::optional<double> ratio_to_library;    ///< Above 1: faster than CUB.
  std::optional<double> ratio_to_one_core, ratio_to_all_cores;  ///< Above 1: faster.
};
BenchFigures figures_of(const BenchDocument& document, const BenchMeasurement& measurement,
                        const BenchGpuRow& row);

/// The row of `program`; null where it was not timed there.
const BenchGpuRow* row_of(const BenchMeasurement& measurement, const std::string& program);
/// The first program with this role; null where there is none.
const BenchProgram* program_with(const BenchDocument& document, BenchRole role);
/// Whose crossovers are told: the submission's if it has rows, else the reference's, else the
/// library's; null where none has.
const BenchProgram* leading_program(const BenchDocument& document);

/// What of a call is in its time.
enum class BenchSpan { kernel, pinned, pageable };
const char* span_name(BenchSpan span);
std::optional<double> time_of(const BenchGpuRow& row, BenchSpan span);

/// From which length on a GPU program is faster than a CPU program.
struct Crossover {
  std::string program;  ///< BenchProgram::id
  BenchSpan span = BenchSpan::kernel;
  unsigned threads = 1;  ///< Of the CPU program.
  /// The smallest measured n from which on all are faster; nothing: the longest is not.
  std::optional<std::size_t> measured_n;
  /// Where the two lines cross, interpolated on log axes; nothing where the shortest measured
  /// length is faster already, or the longest is not.
  std::optional<double> about_n;
};
/// Of the leading program, for each CPU program and each span that was measured at two points or
/// more; of a report, of each program's kernel. Times that are suspect do not count. Empty for a
/// sweep of block sizes.
std::vector<Crossover> crossovers_of(const BenchDocument& document);

}  // namespace harness
