// Times of several programs side by side: the part of `lab bench` that a lab's grader does.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "harness/bench_document.hpp"
#include "harness/grader.hpp"

namespace harness {

struct BenchSetup {
  Manifest manifest;
  LabCode code;
  BenchPlan plan;
  /// The built worker of each program that was built, by BenchProgram::id.
  std::map<std::string, std::filesystem::path> workers;
  /// Memory that arrays may take, in bytes; points beyond it are left out with a note.
  std::uint64_t available = 0;
};

/// What a run says while it goes on; either may be empty.
struct BenchListener {
  std::function<void(const std::string& sentence)> progress = {};
  /// After each point: what is there so far, which is a document in itself.
  std::function<void(const BenchDocument&)> measured = {};
};

/// Makes the plan's block sizes those of the lab: 0 becomes the lab's own; of a sweep those that
/// the contract does not allow are dropped. Returns the sentence that says why the plan cannot be,
/// or nothing.
std::optional<std::string> settle_block_sizes(BenchPlan& plan, const LabCode& code);

/// What is known before anything is measured.
BenchDocument begin_bench(const Manifest& manifest, const LabCode& code, const BenchPlan& plan);

/// Measures point after point and adds the rows to `document`, which begin_bench() has made. At
/// each point the CPU programs come first, alone; then all GPU programs take turns, round by round,
/// on the same fresh data, and their outputs are compared (not a ceiling's). A program that fails
/// has no rows there and none from there on, and `left_out` says why. Ctrl-C ends the run after the
/// last whole point; `complete` then stays false.
void run_bench(const BenchSetup& setup, BenchDocument& document, const BenchListener& listener);

/// The longest array that so many programs can take turns on in `available` bytes.
std::uint64_t most_bench_elements(std::size_t programs, std::uint64_t available);

/// `--bench PLAN --result FILE` of a grader: builds the plan's programs, measures, and writes the
/// document, after each point anew. Returns a result::ExitCode as int: no_device where a GPU was
/// due and none can be used (the CPU rows come all the same), interrupted after Ctrl-C. Throws
/// std::runtime_error where the plan or the file is at fault.
int bench_command(const Manifest& manifest, const LabCode& code, const std::filesystem::path& plan,
                  const std::filesystem::path& result, std::optional<int> device);

}  // namespace harness
