#include "toolchain/submission.hpp"

#include <fmt/format.h>

#include <chrono>
#include <exception>

#include "toolchain/build_steps.hpp"
#include "toolchain/cuda_syntax.hpp"
#include "toolchain/failure.hpp"
#include "toolchain/tools.hpp"

namespace toolchain {

namespace {

/// Compiles and links while clang reads the submission too. Returns the compiler's warnings.
std::string build_for_emulator(const Source& source, const std::string& lab,
                               const BuildPlace& place, const std::filesystem::path& program) {
  SyntaxPass syntax(source, lab, place);
  const Compiled compiled = compile_for_emulator(source, lab, place);
  link_for_emulator(source, compiled, lab, place, program);
  syntax.require_no_mixups();
  return compiled.warnings;
}

}  // namespace

Source take_source(const std::filesystem::path& submission, const BuildPlace& place) {
  Source source = read_source(submission);
  std::error_code error;
  std::filesystem::create_directory(place.directory / source_folder, error);
  if (error) {
    throw Failure(result::Verdict::grader_error,
                  fmt::format("{} could not be made: {}.",
                              (place.directory / source_folder).string(), error.message()));
  }
  write_text(place.directory / source_folder / source.name, source.bytes);
  return source;
}

Build timed_build(const std::filesystem::path& program, const std::function<std::string()>& steps) {
  Build build;
  const auto began = std::chrono::steady_clock::now();
  try {
    build.output = steps();
    build.ok = true;
    build.verdict = result::Verdict::pass;
    build.program = program;
  } catch (const Failure& failure) {
    build.verdict = failure.verdict();
    build.output = failure.what();
    build.line = failure.line();
  } catch (const std::exception& exception) {
    build.verdict = result::Verdict::grader_error;
    build.output = fmt::format("The build could not be made: {}.", exception.what());
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
  build.seconds = took.count();
  return build;
}

Build build_worker(const std::filesystem::path& submission, const std::string& lab, Backend backend,
                   const std::filesystem::path& directory, const Layout& layout) {
  const BuildPlace place{layout, std::filesystem::absolute(directory)};
  const std::filesystem::path program = place.file("worker");
  return timed_build(program, [&] {
    const Source source = take_source(submission, place);
    if (backend == Backend::emulator) {
      return build_for_emulator(source, lab, place, program);
    }
    if (layout.nvcc.empty()) {
      throw Failure(
          result::Verdict::grader_error,
          "The CUDA backend was not built: no CUDA toolkit was found when the project was "
          "configured; ./lab doctor says how to get one.");
    }
    const Compiled compiled = compile_with_nvcc(source, lab, place, layout.nvcc);
    link_for_cuda(source, compiled, lab, place, program);
    return compiled.warnings;
  });
}

Build build_program(const std::filesystem::path& source_file,
                    const std::filesystem::path& directory, const Layout& layout) {
  const BuildPlace place{layout, std::filesystem::absolute(directory)};
  const std::filesystem::path program = place.file("program");
  return timed_build(program, [&] {
    const Source source = take_source(source_file, place);
    return build_for_emulator(source, "", place, program);
  });
}

std::optional<Build> compile_with_nvcc(const std::filesystem::path& submission,
                                       const std::string& lab,
                                       const std::filesystem::path& directory,
                                       const Layout& layout) {
  std::filesystem::path nvcc = layout.nvcc;
  if (nvcc.empty() || find_program(nvcc.string()).empty()) nvcc = find_program("nvcc");
  if (nvcc.empty()) return std::nullopt;
  const BuildPlace place{layout, std::filesystem::absolute(directory)};
  Build build;
  std::filesystem::path object;
  build = timed_build({}, [&] {
    const Compiled compiled = compile_with_nvcc(take_source(submission, place), lab, place, nvcc);
    object = compiled.object;
    return compiled.warnings;
  });
  if (build.ok) build.program = object;
  return build;
}

}  // namespace toolchain
