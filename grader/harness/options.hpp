// The command line of a grader: our own options; all else is Catch2's.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace harness {

enum class BackendChoice { automatic, emulator, cuda };

/// --n, --block, --repeat: the lesson programs' report instead of the checks.
struct RunSize {
  std::uint64_t n = 0;
  int block_size = 256;
  int repeat = 10;
};

struct Options {
  std::filesystem::path submission;  ///< Empty: the starter's file.
  std::filesystem::path result;      ///< Empty: none is written.
  std::uint64_t seed = 1;
  BackendChoice backend = BackendChoice::automatic;
  std::optional<int> device;  ///< Which GPU; nothing: the first.
  bool names_device = false;  ///< It stands on the command line.
  std::optional<RunSize> run;
  std::filesystem::path bench;    ///< A benchmark's plan; empty: none.
  std::filesystem::path profile;  ///< Where a call is made ready for a profiler; empty: none.
  bool times = true;              ///< What passes is timed as well.
  int progress_fd = -1;
  bool help = false, version = false;
  bool lists = false;         ///< Catch2 lists something and runs nothing.
  bool has_reporter = false;  ///< A reporter of Catch2's was asked for: its output stands alone.
  bool has_output = false;    ///< -o: that reporter writes to a file.
  bool has_order = false;
  std::vector<std::string> for_catch;  ///< What is left, without the program's name.
  std::string error;                   ///< What is wrong, as a sentence; else empty.
};

Options parse_options(int argc, const char* const* argv);

/// Our part of --help.
std::string usage(const std::string& program);

/// A sentence where this machine's memory does not hold a run of n elements; else nothing.
/// `available` is in bytes.
std::optional<std::string> too_large(std::uint64_t n, std::uint64_t available);
/// Bytes that new programs can use without swapping; a very large number where that is unknown.
std::uint64_t available_memory();

}  // namespace harness
