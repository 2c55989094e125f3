// `lab emulate`: any CUDA program with its own main on the emulator, attached to the terminal; then
// what was found and counted, on stderr.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "harness/worker_process.hpp"
#include "pipeline/context.hpp"
#include "worker/program_page.hpp"

namespace pipeline {

struct EmulateRequest {
  std::filesystem::path file;
  std::vector<std::string> arguments;  ///< The program's own, behind "--".
  std::uint64_t seed = 1;
  std::string order = "shuffled";  ///< Of threads and blocks: by_index, reversed or shuffled.
  std::uint64_t seconds = 60;      ///< Processor time; 0: no limit.
  bool strict_acquire = false;     ///< A poll acquires only with a fence behind it.
  bool counters = true;
};

/// Builds and runs the program. Returns the code to leave with: the program's own where it ended by
/// itself; 128 + the signal that ended it; else that of its verdict (a deadlock, the wrong kind of
/// pointer, the time limit, a build that failed). Findings do not change it.
int emulate(const Context& context, const EmulateRequest& request);

/// A program's end, as the report needs it.
struct EmulationEnd {
  std::string shown;              ///< The file as reports name it.
  std::filesystem::path file;     ///< Where it lies, for source lines.
  std::filesystem::path program;  ///< The built program, for the lines of addresses.
  int signal = 0;                 ///< That ended it unseen by its own handlers; 0: none.
  int exit_code = 0;              ///< As run_attached gives it.
  worker::ProgramPage page = {};  ///< Written by the program: trusted in nothing.
};

/// What `emulate` leaves with after such an end.
int exit_code_of(const EmulationEnd& end);
/// Findings, notes and counts, for a terminal.
std::string emulation_report(const Style& style, const EmulateRequest& request,
                             const EmulationEnd& end);
/// The counts of each kernel; empty where nothing was counted.
std::string kernel_counts(const worker::ProgramPage& page);

}  // namespace pipeline
