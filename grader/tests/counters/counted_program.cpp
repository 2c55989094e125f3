#include "counted_program.hpp"

#include <filesystem>
#include <sstream>
#include <stdexcept>

#include "toolchain/process.hpp"
#include "toolchain/submission.hpp"

namespace {

/// "counters <kernel> <name>=<count> ..."
CountedLaunch read_launch(std::istringstream& fields) {
  CountedLaunch launch;
  fields >> launch.kernel;
  for (std::string field; fields >> field;) {
    const std::size_t equals = field.find('=');
    launch.counts[field.substr(0, equals)] = std::stoull(field.substr(equals + 1));
  }
  return launch;
}

/// Built once for all runs: `order` changes nothing about the program.
const std::filesystem::path& built(const std::string& file) {
  static const toolchain::TemporaryDirectory directory;
  static std::map<std::string, std::filesystem::path> programs;
  if (const auto known = programs.find(file); known != programs.end()) return known->second;
  const std::filesystem::path source =
      std::filesystem::path(SUM_TO_SCAN_SOURCE_DIR) / "grader/tests/counters" / file;
  const std::filesystem::path own = directory.path() / file;
  std::filesystem::create_directory(own);
  const toolchain::Build build = toolchain::build_program(source, own);
  if (!build.ok) throw std::runtime_error(build.output);
  return programs[file] = build.program;
}

}  // namespace

CountedRun run_counted(const std::string& file, const std::string& order) {
  toolchain::ProcessOptions options;
  options.environment = {"EMU_COUNTERS=1", "EMU_ORDER=" + order};
  options.limit = std::chrono::seconds(60);
  const toolchain::ProcessResult run = toolchain::run({built(file).string()}, options);
  if (!run.ok()) throw std::runtime_error(file + " failed: " + run.output + run.error);
  CountedRun counted;
  std::istringstream lines(run.error);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream fields(line);
    std::string word, code, severity;
    fields >> word;
    if (word == "counters") counted.launches.push_back(read_launch(fields));
    if (word == "finding" && fields >> code >> severity && severity == "error")
      counted.errors.push_back(line);
  }
  return counted;
}
