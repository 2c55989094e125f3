// Runs a program of this folder on the emulator and reads what each of its launches counted.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

struct CountedLaunch {
  std::string kernel;
  std::map<std::string, std::uint64_t> counts;
  /// A counter by its name; a name that was not printed is an error.
  std::uint64_t operator[](const std::string& name) const { return counts.at(name); }
  std::uint64_t conflicts(const std::string& direction) const {
    return (*this)["shared_" + direction + "_wavefronts"] -
           (*this)["shared_" + direction + "_ideal_wavefronts"];
  }
};

struct CountedRun {
  std::vector<CountedLaunch> launches;
  std::vector<std::string> errors;  ///< Lines of the findings that are errors.
};

/// Builds `file` ("micro.cu") and runs it with threads in this order. Throws std::runtime_error
/// where either fails.
CountedRun run_counted(const std::string& file, const std::string& order);
