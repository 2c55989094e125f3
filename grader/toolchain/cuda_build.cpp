// From CUDA C++ to a worker that runs on a GPU: nvcc, objcopy, linker.
#include <fmt/format.h>
#include <unistd.h>

#include "toolchain/build_steps.hpp"
#include "toolchain/failure.hpp"
#include "toolchain/messages.hpp"
#include "toolchain/tools.hpp"

namespace toolchain {
namespace {

using result::Verdict;

bool gpu_is_there() {
  // The driver's own device file; on WSL the driver is a library and a device of another name.
  return access("/dev/nvidia0", F_OK) == 0 || access("/dev/dxg", F_OK) == 0;
}

/// nvcc hands its command lines to a shell, so it gets plain names relative to the build's folder,
/// whatever the paths of the submission and of the course are.
std::string link_lab_folder(const std::string& lab, const BuildPlace& place) {
  const std::filesystem::path link = place.file("lab");
  std::error_code error;
  std::filesystem::remove(link, error);
  std::filesystem::create_directory_symlink(place.layout.source_dir / "labs" / lab, link, error);
  if (error) {
    throw Failure(Verdict::grader_error,
                  fmt::format("{} could not be made: {}.", link.string(), error.message()));
  }
  return "lab";
}

/// The submission under a plain name; #line gives messages and debug information its own.
std::string numbered_text(const Source& source) {
  std::string name;
  for (const char c : source.name) {
    if (c == '"' || c == '\\') name += '\\';
    name += c;
  }
  return fmt::format("#line 1 \"{}\"\n{}", name, source.bytes);
}

}  // namespace

Compiled compile_with_nvcc(const Source& source, const std::string& lab, const BuildPlace& place,
                           const std::filesystem::path& nvcc) {
  write_text(place.file("submission.cu"), numbered_text(source));
  std::vector<std::string> command = {nvcc, "-std=c++17", "-O3", "-lineinfo",
                                      gpu_is_there() ? "-arch=native" : "-arch=sm_75"};
  if (!lab.empty()) {
    command.push_back("-I");
    command.push_back(link_lab_folder(lab, place));
  }
  command.insert(command.end(), {"-c", "submission.cu", "-o", "nvcc.o"});
  ProcessOptions options = compiler_options(place.directory, std::chrono::seconds(120));
  options.memory_limit = 0;  // nvcc's parts reserve far more than they use
  options.environment.push_back("TMPDIR=.");
  const ProcessResult compiler = run_tool(command, options);

  const MessageContext context{source.name, {}, {}, place.directory, place.layout.source_dir};
  const Messages messages = shape_messages(compiler.error + compiler.output, context);
  if (!compiler.ok()) {
    throw Failure(messages.names_submission ? Verdict::build_failed : Verdict::grader_error,
                  messages.text, messages.first_line);
  }
  return {place.file("nvcc.o"), messages.text};
}

void link_for_cuda(const Source& source, const Compiled& compiled, const std::string& lab,
                   const BuildPlace& place, const std::filesystem::path& program) {
  const std::filesystem::path& libraries = place.layout.library_dir;
  const std::filesystem::path binding = libraries / ("libbinding_cuda_" + lab + ".a");
  const std::filesystem::path object = hide_symbols(compiled.object, binding, {}, place);
  // By the C++ compiler and not by nvcc: no path passes a shell.
  std::vector<std::string> command = {place.layout.cxx_compiler, object.string(),
                                      "-Wl,--start-group", binding.string(),
                                      (libraries / "libworker_cuda.a").string()};
  command.insert(command.end(), {"-Wl,--end-group", place.layout.cudart.string(), "-ldl", "-lrt",
                                 "-pthread", "-o", program.string()});
  const ProcessResult linker = run_tool(command, compiler_options(place.directory));
  if (!linker.ok()) {
    explain_link_errors(linker.error, compiled.object, lab, binding, source, place);
  }
}

}  // namespace toolchain
