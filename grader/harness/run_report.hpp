// `--n N --block B --repeat R`: one check and its timing, in the form of the lesson programs.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "harness/grader.hpp"
#include "harness/options.hpp"
#include "harness/source_map.hpp"
#include "harness/timed_runs.hpp"
#include "result/result.hpp"

namespace harness {

struct RunSetup {
  Manifest manifest;
  LabCode code;
  std::filesystem::path worker;
  RunSize size;
  std::uint64_t seed = 1;
  bool emulated = true;
};

/// The first elements of an input or output.
struct Sample {
  std::string name;  ///< "d_out[0..7]"
  std::string elements;
};

/// What became of one of the lab's functions.
struct FunctionRun {
  std::string printed;  ///< The first lines of what the submission printed.
  std::string name;
  result::Verdict verdict = result::Verdict::pass;
  std::optional<result::Finding> finding;
  double largest_difference = 0;
  double call_seconds = 0;                   ///< Emulated: wall time of the call.
  std::optional<TimedResult> timed;          ///< On a GPU, where the values were right.
  std::vector<Sample> samples;               ///< Of the outputs.
  std::optional<result::Accuracy> accuracy;  ///< Of a call more, with reals, that was right.
  std::optional<result::Counted> counted;    ///< Emulated, right, and not too long to count.
};

/// Runs each of the lab's functions once, prints the report, and returns the verdict.
result::Verdict run_and_report(const RunSetup& setup, SourceMap& sources, std::ostream& out);

}  // namespace harness
