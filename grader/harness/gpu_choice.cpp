#include "harness/gpu_choice.hpp"

#include <charconv>
#include <chrono>
#include <cstdlib>
#include <exception>
#include <sstream>
#include <string_view>

#include "harness/text.hpp"
#include "toolchain/process.hpp"

namespace harness {
namespace {

constexpr int most_devices = 1024;
constexpr std::size_t longest_name = 60;  // of another's program
constexpr const char* visible_variable = "CUDA_VISIBLE_DEVICES";

std::optional<toolchain::Gpu>& choice_of_this_process() {
  static std::optional<toolchain::Gpu> gpu;
  return gpu;
}

std::string there_are(std::size_t count) {
  if (count == 1) return "there is one GPU here, number 0";
  return "there are " + std::to_string(count) + " GPUs here, 0 to " + std::to_string(count - 1);
}

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

/// Takes what stands in front of the next comma off `rest`.
std::string_view next_entry(std::string_view& rest) {
  const std::size_t comma = std::min(rest.find(','), rest.size());
  const std::string_view entry = trimmed(rest.substr(0, comma));
  rest.remove_prefix(std::min(comma + 1, rest.size()));
  return entry;
}

/// Whether there is no GPU is decided elsewhere: what goes wrong here is silence.
std::string ask_nvidia_smi() {
  const std::string program = toolchain::find_program("nvidia-smi");
  if (program.empty()) return {};
  toolchain::ProcessOptions options;
  options.limit = std::chrono::seconds(10);
  try {
    const toolchain::ProcessResult answer = toolchain::run(
        {program, "--query-compute-apps=gpu_uuid,pid,process_name", "--format=csv,noheader"},
        options);
    return answer.ok() ? answer.output : std::string();
  } catch (const std::exception&) {
    return {};
  }
}

}  // namespace

std::optional<int> wanted_device(const std::optional<std::string>& option, std::string& error) {
  const char* const variable = std::getenv(device_variable);
  if (!option && (variable == nullptr || *variable == '\0')) return std::nullopt;
  const std::string text = option ? *option : std::string(variable);
  int number = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = problem == std::errc() && end == text.data() + text.size();
  if (!text.empty() && whole && number >= 0 && number < most_devices) return number;
  error = std::string(option ? "--device" : device_variable) + " is '" + text +
          "': it must be the number of a GPU, 0 or more.";
  return std::nullopt;
}

GpuChoice pick_gpu(const toolchain::Gpus& gpus, std::optional<int> wanted,
                   const toolchain::Layout& layout) {
  GpuChoice choice;
  if (gpus.all.empty()) {
    choice.exit_code = result::ExitCode::no_device;
    choice.problem = gpus.problem;
    return choice;
  }
  choice.is_there = true;
  const auto number = static_cast<std::size_t>(wanted.value_or(0));
  if (number >= gpus.all.size()) {
    choice.exit_code = result::ExitCode::usage;
    choice.problem = "The device asked for is " + std::to_string(number) + ": " +
                     there_are(gpus.all.size()) + ".";
    return choice;
  }
  const toolchain::Gpu& gpu = gpus.all[number];
  toolchain::Service service = toolchain::service_for(gpu, gpus.driver_cuda, layout);
  if (!service.target) {
    choice.exit_code = result::ExitCode::no_device;
    choice.problem = std::move(service.problem);
    return choice;
  }
  choice.gpu = gpu;
  choice.target = std::move(*service.target);
  return choice;
}

std::string visible_device(const char* visible_now, int index) {
  // Numbers there count all GPUs of the machine, and MIG instances have names: the entry itself is
  // the only thing that means the same for the driver.
  if (visible_now == nullptr) return std::to_string(index);
  std::string_view rest = visible_now;
  std::string_view entry = next_entry(rest);
  for (int k = 0; k < index; ++k) entry = next_entry(rest);
  return std::string(entry);
}

GpuChoice choose_gpu(std::optional<int> wanted) {
  const toolchain::Gpus gpus = toolchain::find_gpus();
  GpuChoice choice = pick_gpu(gpus, wanted);
  if (!choice.gpu) return choice;
  choice_of_this_process() = choice.gpu;
  // Where there is but one it is left alone: a number may not name a part of a divided GPU.
  if (gpus.all.size() > 1) {
    const std::string visible = visible_device(std::getenv(visible_variable), choice.gpu->index);
    setenv(visible_variable, visible.c_str(), 1);
  }
  return choice;
}

const toolchain::Gpu* chosen_gpu() {
  const auto& gpu = choice_of_this_process();
  return gpu ? &*gpu : nullptr;
}

std::string users_in(const std::string& rows, const std::string& uuid) {
  std::istringstream lines(rows);
  std::string users;
  for (std::string line; std::getline(lines, line);) {
    std::string_view rest = line;
    const std::string_view gpu = next_entry(rest);
    const std::string_view process = next_entry(rest);
    // A path may have commas of its own; "[Not Found]" and its like stand for what may not be seen.
    std::string_view name = trimmed(rest);
    if (gpu != uuid || process.empty()) continue;
    if (process.find_first_not_of("0123456789") != std::string_view::npos) continue;
    if (const std::size_t slash = name.rfind('/'); slash != std::string_view::npos)
      name.remove_prefix(slash + 1);
    if (name.empty() || name.starts_with('[')) name = "a program";
    users += (users.empty() ? "" : ", ") + cleaned(name, longest_name) + " (process " +
             std::string(process) + ")";
  }
  return users;
}

std::string other_users(const toolchain::Gpu& gpu) {
  return gpu.uuid.empty() ? std::string() : users_in(ask_nvidia_smi(), gpu.uuid);
}

}  // namespace harness
