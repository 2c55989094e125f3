#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "toolchain/cuda_syntax.hpp"
#include "toolchain/gpu.hpp"
#include "toolchain/submission.hpp"
#include "toolchain_config.hpp"

namespace toolchain {
namespace {

/// Where a test stands in for the machine: SUM_TO_SCAN_GPU_PROBE.
std::filesystem::path find_gpu_probe() {
  const char* const other = std::getenv("SUM_TO_SCAN_GPU_PROBE");
  return other != nullptr && *other != '\0' ? other : configuration::gpu_probe;
}

/// What CUDA programs shall be built for, where it is not the card that is there.
int wanted_capability() {
  const char* const wish = std::getenv(capability_variable);
  return wish == nullptr ? 0 : std::max(0, std::atoi(wish));
}

/// For tests that show what stops a submission behind the rules: SUM_TO_SCAN_STATIC_RULES=off.
bool rules_are_on() {
  const char* const wish = std::getenv("SUM_TO_SCAN_STATIC_RULES");
  return wish == nullptr || std::string_view(wish) != "off";
}

}  // namespace

const Layout& Layout::configured() {
  static const Layout layout = {
      configuration::source_dir,
      configuration::lib_dir,
      configuration::cxx_compiler,
      configuration::objcopy,
      configuration::readelf,
      configuration::addr2line,
      configuration::linker_flag,
      configuration::nvcc,
      configuration::cudart,
      find_clang(),
      rules_are_on(),
      find_gpu_probe(),
      configuration::cuda_version,
      wanted_capability(),
  };
  return layout;
}

}  // namespace toolchain
