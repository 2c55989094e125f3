// `lab profile`: one call under NVIDIA's Nsight Compute, in words, beside the emulator's counts.
#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "pipeline/context.hpp"
#include "pipeline/course.hpp"
#include "pipeline/profile_csv.hpp"
#include "pipeline/submission.hpp"

namespace pipeline {

/// As typed: numbers are judged in profile().
struct ProfileRequest {
  std::string lab, n, block_size, device;  ///< Empty: 2^20, 256, not named.
  Source source;
  std::uint64_t seed = 1;
  std::filesystem::path json;  ///< The figures go there too; empty: nowhere.
};

/// Builds the submission, lets Nsight Compute look at one call of the lab's first function, and
/// prints what it saw. The program runs outside of a room, under the user's own rights: a profiler
/// cannot follow it into one. No verdict comes of it. Returns no_device where there is no GPU,
/// grader_error where Nsight Compute is missing or fails (the emulator's counts are printed all the
/// same), the grader's code where the file does not compile, else 0.
int profile(const Context& context, const Course& course, const ProfileRequest& request);

/// What a run of ncu came to.
struct NcuOutcome {
  std::vector<ProfiledKernel> kernels;
  std::string problem;  ///< Where there are none: what is wrong and what mends it.
};
/// `ncu` runs `program --profiled-call folder`. `visible_devices`: CUDA_VISIBLE_DEVICES; or empty.
NcuOutcome run_ncu(const std::filesystem::path& ncu, const std::filesystem::path& folder,
                   const std::string& program, const std::string& visible_devices);

/// The sentence for what ncu printed where it gave no kernels.
std::string ncu_problem(std::string_view output);

/// The page. `call`: what the grader wrote (harness/profile_command.hpp).
std::string profile_report(const Style& style, const nlohmann::json& call,
                           const NcuOutcome& outcome);
/// The same as a document; docs/benchmarks.md describes it.
nlohmann::json profile_json(const nlohmann::json& call, const NcuOutcome& outcome);

}  // namespace pipeline
