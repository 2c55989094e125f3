#include "pipeline/emulate.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <system_error>

#include "pipeline/attached.hpp"
#include "pipeline/interrupt.hpp"
#include "pipeline/report_parts.hpp"

namespace pipeline {
namespace fs = std::filesystem;
namespace {

using result::ExitCode;

/// The file that the program shares with us: a page of zeros, in which nothing is found.
void make_page(const fs::path& file) {
  std::ofstream(file).flush();
  std::error_code error;
  fs::resize_file(file, sizeof(worker::ProgramPage), error);
  if (error) {
    throw grader_failure(fmt::format("{} cannot be made: {}", file.string(), error.message()));
  }
}

worker::ProgramPage read_page(const fs::path& file) {
  worker::ProgramPage page;
  std::ifstream stream(file, std::ios::binary);
  stream.read(reinterpret_cast<char*>(&page), sizeof page);
  if (!stream) throw grader_failure("what the program left in " + file.string() + " is gone");
  return page;
}

std::vector<std::string> environment_of(const EmulateRequest& request, const fs::path& page) {
  std::vector<std::string> environment = {
      fmt::format("{}={}", worker::program_page_variable, page.string()),
      fmt::format("EMU_SEED={}", request.seed),
      "EMU_ORDER=" + request.order,
      fmt::format("EMU_SECONDS={}", request.seconds),
      fmt::format("EMU_COUNTERS={}", request.counters ? 1 : 0),
      "EMU_UNCHECKED=0"};
  environment.push_back(request.strict_acquire ? "EMU_ACQUIRE=strict" : "EMU_ACQUIRE=lenient");
  return environment;
}

int say_build_failed(const Context& context, const toolchain::Build& build) {
  const std::string code(result::name(build.verdict));
  context.err << fmt::format("lab: {}\n{}", code, printable(build.output));
  if (!build.output.ends_with('\n')) context.err << '\n';
  context.err << whole_field("more", "./lab explain " + code);
  return static_cast<int>(result::exit_code(build.verdict));
}

}  // namespace

int exit_code_of(const EmulationEnd& end) {
  switch (end.page.report.departure) {
    case worker::Departure::signal:
      return 128 + end.page.report.signal;
    case worker::Departure::time_limit:
      return static_cast<int>(ExitCode::time_limit);
    case worker::Departure::deadlock:
    case worker::Departure::host_device_mixup:
      return static_cast<int>(ExitCode::unsafe);
    case worker::Departure::none:
      break;
  }
  return end.exit_code;
}

int emulate(const Context& context, const EmulateRequest& request) {
  const fs::path file = fs::absolute(request.file).lexically_normal();
  if (const auto problem = toolchain::unusable(file)) throw usage_failure(*problem);
  const toolchain::TemporaryDirectory directory;
  const toolchain::Build build = context.tools.build_program(file, directory.path());
  if (interrupted()) throw Interrupted{};
  if (!build.ok) return say_build_failed(context, build);
  if (!build.output.empty()) context.err << printable(build.output) << std::flush;

  const fs::path page = directory.path() / "program_page";
  make_page(page);
  std::vector<std::string> command = {build.program.string()};
  command.insert(command.end(), request.arguments.begin(), request.arguments.end());
  EmulationEnd end{shown_path(context, file), file, build.program};
  end.exit_code = run_attached(command, fs::current_path().string(), environment_of(request, page),
                               &end.signal);
  end.page = read_page(page);
  const Style style(context.style.colour() && context.live_progress);  // of stderr
  context.err << emulation_report(style, request, end) << std::flush;
  return exit_code_of(end);
}

}  // namespace pipeline
