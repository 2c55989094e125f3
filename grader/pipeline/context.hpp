// What every command works with: where the course lies, where words go, and what the machine
// offers.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <ostream>
#include <stdexcept>
#include <string>

#include "harness/gpu_choice.hpp"
#include "pipeline/text.hpp"
#include "result/verdict.hpp"
#include "toolchain/submission.hpp"

namespace pipeline {

/// Ends a command with one sentence on stderr and an exit code.
class Failure : public std::runtime_error {
 public:
  Failure(result::ExitCode code, const std::string& sentence)
      : std::runtime_error(sentence), code_(code) {}
  result::ExitCode code() const { return code_; }

 private:
  result::ExitCode code_;
};
/// The command line is wrong, or names something that is not there.
Failure usage_failure(const std::string& sentence);
/// The machine or the grader is at fault; nobody's points change.
Failure grader_failure(const std::string& sentence);

/// The parts of the toolchain that commands call directly; tests put their own in.
struct Tools {
  std::function<std::optional<toolchain::Build>(const std::filesystem::path& submission,
                                                const std::string& lab,
                                                const std::filesystem::path& directory)>
      compile_with_nvcc = [](const auto& submission, const auto& lab, const auto& directory) {
        return toolchain::compile_with_nvcc(submission, lab, directory);
      };
  std::function<toolchain::Build(const std::filesystem::path& source,
                                 const std::filesystem::path& directory)>
      build_program = [](const auto& source, const auto& directory) {
        return toolchain::build_program(source, directory);
      };
  std::function<toolchain::Gpus()> find_gpus = [] { return toolchain::find_gpus(); };
  std::function<harness::GpuChoice(const toolchain::Gpus& gpus, std::optional<int> device)>
      pick_gpu = [](const auto& gpus, auto device) { return harness::pick_gpu(gpus, device); };
};

struct Context {
  std::filesystem::path root;        ///< The repository.
  std::filesystem::path programs;    ///< Where the grade_NN_slug executables lie.
  std::filesystem::path state_file;  ///< Points so far and opened hints.
  std::ostream& out;                 ///< Reports.
  std::ostream& err;                 ///< Progress and failures.
  Style style = Style(false);        ///< Of `out`.
  bool live_progress = false;        ///< `err` is a terminal: progress is one rewritten line.
  unsigned cores = 1;
  bool nvcc_installed = false;
  Tools tools = {};
};

/// `path` as a reader in `context.root` would write it: relative where it lies inside.
std::string shown_path(const Context& context, const std::filesystem::path& path);

}  // namespace pipeline
