// What of a GPU's road is here: toolkit, driver, cards, and whether they fit.
#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <regex>

#include "pipeline/doctor.hpp"
#include "toolchain/process.hpp"

namespace pipeline {
namespace fs = std::filesystem;
namespace {

/// "13.0" of what `nvcc --version` prints; empty where nvcc does not answer.
std::string nvcc_release(const fs::path& nvcc) {
  toolchain::ProcessOptions options;
  options.limit = std::chrono::seconds(10);
  const toolchain::ProcessResult answer = toolchain::run({nvcc.string(), "--version"}, options);
  std::smatch release;
  const bool known = std::regex_search(answer.output, release, std::regex("release ([0-9.]+)"));
  return known ? release[1].str() : "";
}

Finding nvcc_row(const fs::path& nvcc) {
  if (nvcc.empty()) {
    return {"nvcc", "not found; nothing is lost without a GPU", true,
            "CUDA toolkit 12 or newer, https://developer.nvidia.com/cuda-downloads"};
  }
  const std::string release = nvcc_release(nvcc);
  if (release.empty()) {
    return {"nvcc", nvcc.string() + " does not answer", false,
            "CUDA toolkit 12 or newer, https://developer.nvidia.com/cuda-downloads"};
  }
  const std::vector<int> known = toolchain::nvcc_targets(nvcc).machine_code;
  const std::string cards = known.empty() ? ""
                                          : fmt::format(", for compute capability {} to {}",
                                                        toolchain::capability_text(known.front()),
                                                        toolchain::capability_text(known.back()));
  return {"nvcc",
          fmt::format("release {}{} ({}): submissions are compiled with it too", release, cards,
                      nvcc.string()),
          true, ""};
}

/// A toolkit that came after the build was configured is not used before it is configured anew.
Finding backend_row(const fs::path& nvcc) {
  if (PIPELINE_CUDA_VERSION[0] != '\0')
    return {"CUDA backend", "built with toolkit " PIPELINE_CUDA_VERSION, true, ""};
  return {"CUDA backend", "not built: no toolkit was found when the project was configured", true,
          nvcc.empty() ? "" : "cmake --preset default"};
}

/// "580.65.06", as the driver in the kernel says; empty in WSL and without one.
std::string kernel_driver() {
  std::ifstream file("/proc/driver/nvidia/version");
  std::string line;
  std::smatch version;
  if (!std::getline(file, line)) return {};
  const bool known = std::regex_search(line, version, std::regex("[0-9]{3,}\\.[0-9.]*[0-9]"));
  return known ? version[0].str() : "";
}

Finding driver_row(const toolchain::Gpus& gpus) {
  if (gpus.driver_cuda == 0) return {"driver", "none that answers", true, ""};
  const std::string version = kernel_driver();
  return {"driver",
          fmt::format("for CUDA {}{}", toolchain::cuda_version_text(gpus.driver_cuda),
                      version.empty() ? "" : ", version " + version),
          true, ""};
}

Finding gpu_row(const Context& context, const toolchain::Gpus& gpus, std::size_t number) {
  const toolchain::Gpu& gpu = gpus.all[number];
  const harness::GpuChoice choice = context.tools.pick_gpu(gpus, static_cast<int>(number));
  const std::string what = fmt::format("{}, compute capability {}", gpu.name,
                                       toolchain::capability_text(gpu.capability));
  const std::string label = fmt::format("GPU {}", gpu.index);
  if (!choice.gpu) return {label, fmt::format("{}: {}", what, choice.problem), false, ""};
  const std::string use = number == 0 ? "./lab grade judges on it too, ./lab run times on it"
                                      : fmt::format("used with --device {}", number);
  return {label, fmt::format("{}; programs are built as {}; {}", what, choice.target.text(), use),
          true, ""};
}

}  // namespace

fs::path find_nvcc() {
  if (fs::path found = toolchain::find_program("nvcc"); !found.empty()) return found;
  std::vector<fs::path> places;
  if (const char* home = std::getenv("CUDA_HOME")) places.push_back(fs::path(home) / "bin/nvcc");
  places.push_back("/usr/local/cuda/bin/nvcc");
  for (const fs::path& place : places) {
    std::error_code error;
    if (fs::exists(place, error)) return place;
  }
  return {};
}

std::vector<Finding> examine_gpu(const Context& context) {
  const fs::path nvcc = find_nvcc();
  const toolchain::Gpus gpus = context.tools.find_gpus();
  std::vector<Finding> findings = {nvcc_row(nvcc), backend_row(nvcc), driver_row(gpus)};
  for (std::size_t k = 0; k < gpus.all.size(); ++k) findings.push_back(gpu_row(context, gpus, k));
  if (gpus.all.empty()) {
    findings.push_back(
        {"GPU",
         fmt::format("none: everything is graded by the emulator, and nothing says how fast a GPU "
                     "would be; times need a machine with an NVIDIA GPU and its driver. {}",
                     gpus.problem),
         true, ""});
  }
  return findings;
}

}  // namespace pipeline
