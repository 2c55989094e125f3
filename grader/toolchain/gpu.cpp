#include "toolchain/gpu.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <charconv>
#include <chrono>
#include <cstdlib>
#include <exception>

#include "toolchain/process.hpp"

namespace toolchain {
namespace {

constexpr auto probe_limit = std::chrono::seconds(30);  // a driver that wakes many GPUs is slow
constexpr const char* get_a_toolkit = "https://developer.nvidia.com/cuda-downloads";

/// Takes the first word off `line`.
std::string_view next_word(std::string_view& line) {
  const std::size_t end = std::min(line.find(' '), line.size());
  const std::string_view word = line.substr(0, end);
  line.remove_prefix(std::min(end + 1, line.size()));
  return word;
}

std::optional<int> number(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::string_view next_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

std::string mend_of_failure(int code, const Surroundings& around) {
  constexpr int no_device = 100, driver_mismatch = 803, compatibility = 804;
  if (!around.visible_devices.empty() && code == no_device) {
    return fmt::format("CUDA_VISIBLE_DEVICES is \"{}\": does it name a GPU of this machine?",
                       around.visible_devices);
  }
  if (code == no_device) return "In a container, is the GPU handed to it (docker run --gpus all)?";
  if (code == driver_mismatch)
    return "The driver in the kernel is not the one on the disk: restart the machine.";
  if (code == compatibility) return "The driver is too old for this card or this container.";
  return "Does nvidia-smi show the GPU? Restarting the machine often helps after an update.";
}

std::string no_library(std::string_view words, const Surroundings& around) {
  if (!around.has_device_file) return "There is no NVIDIA GPU here, or no driver for it.";
  return fmt::format(
      "There is an NVIDIA device, but the driver's library cannot be loaded ({}): install the "
      "driver; a container has to be started by the NVIDIA Container Toolkit.",
      words);
}

/// Numbers behind `prefix`, one a line: "sm_75".
std::vector<int> numbers_behind(std::string_view prefix, std::string_view text) {
  std::vector<int> numbers;
  while (!text.empty()) {
    std::string_view line = next_line(text);
    if (!line.starts_with(prefix)) continue;
    line.remove_prefix(prefix.size());
    if (const auto value = number(line)) numbers.push_back(*value);
  }
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}

/// The largest of `rising` that is not above `limit`; 0 where all are.
int last_up_to(const std::vector<int>& rising, int limit) {
  int last = 0;
  for (const int value : rising)
    if (value <= limit) last = value;
  return last;
}

/// 13000 for "13.0" or "13.0.48".
int version_number(const std::string& text) {
  char* end = nullptr;
  const long major = std::strtol(text.c_str(), &end, 10);
  const long minor = *end == '.' ? std::strtol(end + 1, nullptr, 10) : 0;
  return static_cast<int>(1000 * major + 10 * minor);
}

std::string card_text(const Gpu& gpu) {
  return fmt::format("the {} (compute capability {})", gpu.name, capability_text(gpu.capability));
}

/// What nvcc can build for, where it cannot build for the card.
std::string range_text(const NvccTargets& known) {
  return fmt::format("{} to {}", capability_text(known.machine_code.front()),
                     capability_text(known.machine_code.back()));
}

}  // namespace

Gpus parse_probe(std::string_view output, const Surroundings& around) {
  Gpus gpus;
  bool answered = false;
  while (!output.empty()) {
    std::string_view line = next_line(output);
    const std::string_view what = next_word(line);
    if (what == "driver") {
      gpus.driver_cuda = number(line).value_or(0);
    } else if (what == "gpu") {
      const auto index = number(next_word(line)), capability = number(next_word(line));
      const std::string_view uuid = next_word(line);
      if (!index || !capability || *capability <= 0 || uuid.empty()) continue;
      gpus.all.push_back(
          {*index, std::string(line), uuid == "-" ? "" : std::string(uuid), *capability});
    } else if (what == "failed" && !answered) {
      answered = true;
      const std::string_view call = next_word(line), code = next_word(line);
      gpus.problem = fmt::format("NVIDIA's driver offers no GPU: {} gave {} ({}). {}", call, line,
                                 code, mend_of_failure(number(code).value_or(0), around));
    } else if (what == "no_library") {
      answered = true;
      gpus.problem = no_library(line, around);
    }
  }
  if (!gpus.all.empty()) {
    gpus.problem.clear();
  } else if (gpus.problem.empty()) {
    gpus.problem = gpus.driver_cuda > 0
                       ? "NVIDIA's driver does not answer: does nvidia-smi show the GPU?"
                       : "What GPUs are here could not be found out: is the build complete?";
  }
  return gpus;
}

Gpus find_gpus(const Layout& layout) {
  Surroundings around;
  // On WSL the driver is a library and a device of another name.
  around.has_device_file = access("/dev/nvidia0", F_OK) == 0 || access("/dev/dxg", F_OK) == 0;
  if (const char* const visible = std::getenv("CUDA_VISIBLE_DEVICES"))
    around.visible_devices = visible;
  ProcessOptions options;
  options.limit = probe_limit;
  try {
    return parse_probe(run({layout.gpu_probe.string()}, options).output, around);
  } catch (const std::exception& problem) {
    Gpus none;
    none.problem = fmt::format("What GPUs are here could not be found out: {}.", problem.what());
    return none;
  }
}

std::string capability_text(int capability) {
  return fmt::format("{}.{}", capability / 10, capability % 10);
}

std::string cuda_version_text(int version) {
  return fmt::format("{}.{}", version / 1000, version % 1000 / 10);
}

NvccTargets parse_targets(std::string_view codes, std::string_view architectures) {
  return {numbers_behind("sm_", codes), numbers_behind("compute_", architectures)};
}

NvccTargets nvcc_targets(const std::filesystem::path& nvcc) {
  ProcessOptions options;
  options.limit = std::chrono::seconds(20);
  try {
    const ProcessResult codes = run({nvcc.string(), "--list-gpu-code"}, options);
    const ProcessResult architectures = run({nvcc.string(), "--list-gpu-arch"}, options);
    return parse_targets(codes.output, architectures.output);
  } catch (const std::exception&) {
    return {};
  }
}

std::string CudaTarget::text() const {
  if (ptx == 0) return fmt::format("sm_{}", machine_code);
  const std::string by_driver = fmt::format("PTX for {} and newer", capability_text(ptx));
  return machine_code == 0 ? by_driver : fmt::format("sm_{} and {}", machine_code, by_driver);
}

std::optional<CudaTarget> cuda_target(const NvccTargets& known, int capability) {
  constexpr int oldest_of_the_course = 75;
  CudaTarget target;
  if (capability == 0) {
    target.machine_code = target.ptx = oldest_of_the_course;
    for (const int each : known.machine_code)
      if (each >= oldest_of_the_course) {
        target.machine_code = target.ptx = each;
        break;
      }
    target.option = fmt::format("-arch=sm_{}", target.machine_code);
    return target;
  }
  const int machine_code = last_up_to(known.machine_code, capability);
  if (machine_code != 0 && machine_code / 10 == capability / 10) {
    target.machine_code = machine_code;
    target.option = fmt::format("-gencode=arch=compute_{0},code=sm_{0}", machine_code);
    return target;
  }
  target.ptx = last_up_to(known.ptx, capability);
  if (target.ptx == 0) return std::nullopt;
  target.option = fmt::format("-gencode=arch=compute_{0},code=compute_{0}", target.ptx);
  return target;
}

bool runs_on(const CudaTarget& target, int capability) {
  const bool machine_code = target.machine_code != 0 && target.machine_code <= capability &&
                            target.machine_code / 10 == capability / 10;
  return machine_code || (target.ptx != 0 && target.ptx <= capability);
}

Service service_for(const Gpu& gpu, int driver_cuda, const Layout& layout) {
  const auto refused = [](std::string problem) {
    return Service{std::nullopt, std::move(problem)};
  };
  if (layout.nvcc.empty()) {
    return refused(fmt::format(
        "The CUDA backend was not built, so that {} cannot be used: no CUDA toolkit was found when "
        "the project was configured. Install one ({}), then: cmake --preset default",
        card_text(gpu), get_a_toolkit));
  }
  const int toolkit = version_number(layout.cuda_version);
  if (driver_cuda > 0 && driver_cuda / 1000 < toolkit / 1000) {
    return refused(fmt::format(
        "The driver serves CUDA {}, but programs are built with toolkit {} here, so that {} cannot "
        "run them: install a newer driver, or a toolkit {} and then: cmake --preset default",
        cuda_version_text(driver_cuda), cuda_version_text(toolkit), card_text(gpu),
        cuda_version_text(driver_cuda)));
  }
  const NvccTargets known = nvcc_targets(layout.nvcc);
  if (known.machine_code.empty()) {
    return refused(
        fmt::format("{} does not answer: is the CUDA toolkit still installed? ./lab doctor",
                    layout.nvcc.string()));
  }
  const auto target =
      cuda_target(known, layout.capability != 0 ? layout.capability : gpu.capability);
  if (!target) {
    return refused(fmt::format(
        "nvcc of toolkit {} builds for compute capability {}, so that {} cannot be used: install "
        "an older toolkit that knows it, then: cmake --preset default",
        cuda_version_text(toolkit), range_text(known), card_text(gpu)));
  }
  if (!runs_on(*target, gpu.capability)) {
    return refused(fmt::format(
        "Programs are built for {} ({} asks for it), and {} runs none of that: unset {}",
        target->text(), capability_variable, card_text(gpu), capability_variable));
  }
  if (target->machine_code == 0 && driver_cuda > 0 && driver_cuda < toolkit) {
    return refused(fmt::format(
        "nvcc of toolkit {} has no machine code for {}, and the driver (CUDA {}) is too old to "
        "compile what it makes: install a newer driver",
        cuda_version_text(toolkit), card_text(gpu), cuda_version_text(driver_cuda)));
  }
  return {target, {}};
}

}  // namespace toolchain
