#include <fmt/format.h>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <stdexcept>

#include "pipeline/doctor.hpp"
#include "pipeline/grading.hpp"
#include "pipeline/text.hpp"
#include "sandbox/sandbox.hpp"
#include "toolchain/process.hpp"

namespace pipeline {
namespace fs = std::filesystem;
namespace {

/// Runs the whole road once: frontend, compiler, linker, emulator.
constexpr const char* trial_program = R"(#include <cstdio>

__global__ void double_kernel(int* d_data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) d_data[i] *= 2;
}

int main() {
  constexpr int n = 100;
  int h_data[n];
  for (int i = 0; i < n; ++i) h_data[i] = i;
  int* d_data = nullptr;
  if (cudaMalloc(&d_data, sizeof h_data) != cudaSuccess) return 2;
  cudaMemcpy(d_data, h_data, sizeof h_data, cudaMemcpyHostToDevice);
  double_kernel<<<4, 32>>>(d_data, n);
  if (cudaGetLastError() != cudaSuccess) return 3;
  cudaMemcpy(h_data, d_data, sizeof h_data, cudaMemcpyDeviceToHost);
  cudaFree(d_data);
  for (int i = 0; i < n; ++i) {
    if (h_data[i] != 2 * i) return 4;
  }
  return 0;
}
)";

std::string apt(const std::string& package) { return "sudo apt-get install -y " + package; }

toolchain::ProcessResult ask(const std::vector<std::string>& command) {
  toolchain::ProcessOptions options;
  options.limit = std::chrono::seconds(10);
  return toolchain::run(command, options);
}

/// The first line of `program --version`, or that it is not there.
Finding tool(const std::string& what, const fs::path& program, const std::string& package) {
  if (program.empty() || !fs::exists(program)) return {what, "not found", false, apt(package)};
  const toolchain::ProcessResult answer = ask({program.string(), "--version"});
  if (!answer.ok()) {
    return {what, program.string() + " does not start", false, apt("--reinstall " + package)};
  }
  const std::vector<std::string> text = lines(answer.output);
  return {what, fmt::format("{} ({})", text.empty() ? "" : trimmed(text[0]), program.string()),
          true, ""};
}

/// Not needed: without it one kind of mistake is not seen before a GPU's compiler sees it.
Finding clang() {
  const fs::path& program = toolchain::Layout::configured().clang;
  if (program.empty()) {
    return {"clang", "not found: host functions called in kernels go unnoticed", true,
            apt("clang")};
  }
  Finding found = tool("clang", program, "clang");
  if (found.good) found.found += ": finds host functions called in kernels";
  found.good = true;
  return found;
}

Finding graders(const Context& context, const Course& course) {
  std::size_t built = 0;
  for (const Lab& lab : course.labs) {
    built += fs::exists(context.programs / ("grade_" + lab.name)) ? 1 : 0;
  }
  const bool good = built == course.labs.size();
  return {"graders", fmt::format("{} of {} built", built, course.labs.size()), good,
          good ? "" : "cmake --preset default && cmake --build --preset default"};
}

Finding trial(const Context& context) {
  const auto begin = std::chrono::steady_clock::now();
  const toolchain::TemporaryDirectory directory;
  const fs::path source = directory.path() / "trial.cu";
  std::ofstream(source) << trial_program;
  const toolchain::Build build = context.tools.build_program(source, directory.path());
  if (!build.ok) {
    const std::vector<std::string> words = lines(build.output);
    return {"trial", "a small kernel does not compile: " + (words.empty() ? "" : words[0]), false,
            ""};
  }
  const toolchain::ProcessResult run = ask({build.program.string()});
  if (!run.ok()) {
    return {"trial",
            run.signal != 0 ? fmt::format("a small kernel ended with signal {}", run.signal)
                            : fmt::format("a small kernel gave exit code {}", run.exit_code),
            false, ""};
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  return {"trial",
          fmt::format("a small kernel compiled and ran on the emulator ({:.1f} s)", took.count()),
          true, ""};
}

/// "MemTotal" of /proc/meminfo in GiB; 0 where it is not known.
double memory_gib(const std::string& entry) {
  std::ifstream file("/proc/meminfo");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with(entry + ":"))
      return std::atof(line.c_str() + entry.size() + 1) / (1 << 20);
  }
  return 0;
}

/// Whether a file of the kernel's settings holds `value`.
bool is_set_to(const char* setting, const std::string& value) {
  std::ifstream file(setting);
  std::string text;
  return std::getline(file, text) && trimmed(text) == value;
}

/// What makes an installed bubblewrap work, for the two reasons that distributions give.
std::string mend_bubblewrap() {
  if (is_set_to("/proc/sys/kernel/apparmor_restrict_unprivileged_userns", "1"))
    return "sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0";
  if (is_set_to("/proc/sys/kernel/unprivileged_userns_clone", "0"))
    return "sudo sysctl -w kernel.unprivileged_userns_clone=1";
  return "a container must be allowed to make user namespaces";
}

/// Not needed to grade; strangers' files need it.
Finding sandbox_of_this_machine() {
  try {
    const sandbox::Choice& made = sandbox::choice();
    if (made.walls == sandbox::Walls::bubblewrap) {
      return {"sandbox",
              "bubblewrap: a submission sees neither the network nor your files, and nothing of it "
              "outlives its check",
              true, ""};
    }
    const std::string mend = !made.installed     ? apt("bubblewrap")
                             : made.switched_off ? std::string("unset ") + sandbox::choice_variable
                                                 : mend_bubblewrap();
    return {"sandbox", sandbox::warning(), true, mend};
  } catch (const std::runtime_error& problem) {
    return {"sandbox", problem.what(), false, apt("bubblewrap")};
  }
}

}  // namespace

std::vector<Finding> examine_grading(const Context& context, const Course& course) {
  const toolchain::Layout& layout = toolchain::Layout::configured();
  std::vector<Finding> findings = {tool("compiler", layout.cxx_compiler, "g++"),
                                   tool("cmake", toolchain::find_program("cmake"), "cmake"),
                                   tool("ninja", toolchain::find_program("ninja"), "ninja-build"),
                                   tool("objcopy", layout.objcopy, "binutils"),
                                   tool("addr2line", layout.addr2line, "binutils"),
                                   clang(),
                                   {"Catch2", PIPELINE_CATCH2_VERSION, true, ""},
                                   graders(context, course)};
  try {
    findings.push_back(trial(context));
  } catch (const std::exception& problem) {
    findings.push_back({"trial", problem.what(), false, ""});
  }
  return findings;
}

std::vector<Finding> examine_machine(const Context& context) {
  return {
      {"emulator",
       "a card of 4 multiprocessors, compute capability 9.0, with CUDA's limits and error codes; "
       "it judges correctness, its times say nothing about a GPU",
       true, ""},
      sandbox_of_this_machine(),
      {"cores", std::to_string(context.cores), true, ""},
      {"memory",
       fmt::format("{:.1f} GiB, {:.1f} GiB of it free", memory_gib("MemTotal"),
                   memory_gib("MemAvailable")),
       true, ""}};
}

}  // namespace pipeline
