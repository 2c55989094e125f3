#include "harness/run_command.hpp"

#include <iostream>
#include <optional>
#include <string>

#include "harness/exit.hpp"
#include "harness/interrupt.hpp"
#include "harness/place.hpp"
#include "harness/profile_command.hpp"
#include "harness/run_report.hpp"
#include "result/text.hpp"

namespace harness {
namespace {

using result::ExitCode;
using result::Verdict;

/// The sentence of a block size that the contract does not allow; else nothing.
std::optional<std::string> forbidden(const RunSize& size, const Function& function) {
  if (function.allows_block_size(size.block_size)) return std::nullopt;
  return "--block is " + std::to_string(size.block_size) + ": the contract of " + function.name +
         " allows multiples of " + std::to_string(function.block_multiple) + " from " +
         std::to_string(function.smallest_block) + " to 1024.";
}

/// The sentence of a size that cannot be run; else nothing.
std::optional<std::string> unusable_size(const RunSize& size, const LabCode& lab_code) {
  if (auto sentence = too_large(size.n, available_memory())) return sentence;
  return forbidden(size, lab_code.functions().front());
}

}  // namespace

int run_command(const Options& options, const Manifest& manifest, const LabCode& lab_code,
                const SubmissionFile& submission) {
  if (const auto sentence = unusable_size(*options.run, lab_code)) return usage_error(*sentence);
  const Place place = find_place(options);
  if (!place.choice.problem.empty()) {
    std::cerr << (place.choice.exit_code == ExitCode::no_device ? "no_device: " : "")
              << place.choice.problem << '\n';
    return code(place.choice.exit_code);
  }
  const bool emulated = place.backend == toolchain::Backend::emulator;
  const toolchain::TemporaryDirectory directory;
  const toolchain::Build build = toolchain::build_worker(
      submission.path(), manifest.lab, place.backend, directory.path(), place.layout);
  if (interrupt::requested()) return code(ExitCode::interrupted);
  if (!build.ok) {
    std::cerr << result::name(build.verdict) << '\n' << result::clean_text(build.output) << '\n';
    return code(result::exit_code(build.verdict));
  }
  SourceMap sources = submission.source_map(build.program);
  std::string disturbed = disturbance(place);
  const Verdict verdict =
      run_and_report({manifest, lab_code, build.program, *options.run, options.seed, emulated},
                     sources, std::cout);
  std::cout.flush();
  if (interrupt::requested()) return code(ExitCode::interrupted);
  if (disturbed.empty()) disturbed = disturbance(place);
  if (!disturbed.empty()) std::cerr << "warning: " << disturbed << '\n';
  return code(result::exit_code(verdict));
}

int prepare_profile(const Options& options, const Manifest& manifest, const LabCode& lab_code,
                    const SubmissionFile& submission) {
  if (!options.run || options.run->n == 0)
    return usage_error("--profile needs a size: give --n, at least 1, as well.");
  if (const auto sentence = unusable_size(*options.run, lab_code)) return usage_error(*sentence);
  return profile_command(manifest, lab_code,
                         {submission.path(), options.profile, options.run->n,
                          options.run->block_size, options.seed, options.device});
}

}  // namespace harness
