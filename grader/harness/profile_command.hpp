// `--profile FOLDER` of a grader: makes one call ready that a profiler can look at, and counts the
// same call on the emulator.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>

#include "harness/call.hpp"
#include "harness/grader.hpp"
#include "worker/counters.hpp"

namespace harness {

/// Longer calls are not counted by the emulator: it would take minutes.
inline constexpr std::size_t most_counted_elements = std::size_t{1} << 24;
/// In the folder: what was prepared. See docs/benchmarks.md.
inline constexpr const char* profile_file = "call.json";
/// In the folder: the program to be profiled, where a GPU can run it. It takes
/// worker::profiled_call_option and the folder.
inline constexpr const char* profiled_program = "worker";

struct ProfileRequest {
  std::filesystem::path submission, folder;  ///< The folder is there and empty.
  std::size_t n = 0;
  int block_size = 256;
  std::uint64_t seed = 1;  ///< Of the data: the emulator and the GPU get the same.
  std::optional<int> device = {};
};

/// Writes the call as `worker --profiled-call FOLDER` reads it. Throws std::runtime_error.
void write_profiled_call(const std::filesystem::path& folder, const PreparedCall& call,
                         const ArrayFiles& files);

/// What the comparison with hardware counters needs of the emulator's.
nlohmann::json to_json(const worker::Counters& counters);

/// Writes profile_file, and where there is a GPU profiled_program and the call's files. Returns a
/// result::ExitCode as int: that of a submission that does not compile; else 0, also without a GPU
/// (the file says why there is no program) and where the emulator could not count (it says so as
/// well). The values that the call returns are not looked at. Throws std::runtime_error.
int profile_command(const Manifest& manifest, const LabCode& code, const ProfileRequest& request);

}  // namespace harness
