// What Nsight Compute prints with --csv, read into numbers.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pipeline {

/// One launch that was profiled.
struct ProfiledKernel {
  std::string name;                       ///< As ncu shows it, with its parameters.
  std::string grid, block;                ///< "(128, 1, 1)"
  std::map<std::string, double> metrics;  ///< By ncu's names; times in nanoseconds.

  std::optional<double> metric(const std::string& name) const;
};

/// Reads the launches, in their order. Understands both forms: `--page raw`, with a column for each
/// metric and a row of units, and the one with a row for each metric. Lines of other origin (ncu's
/// own "==PROF==", what the program prints) are passed over; values that are no number are left
/// out.
std::vector<ProfiledKernel> parse_ncu_csv(std::string_view text);

/// The fields of one line: quoted or not, "" in quotes is a quote.
std::vector<std::string> csv_fields(std::string_view line);

}  // namespace pipeline
