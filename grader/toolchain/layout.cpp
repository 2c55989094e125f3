#include <cstdlib>
#include <string_view>

#include "toolchain/cuda_syntax.hpp"
#include "toolchain/submission.hpp"
#include "toolchain_config.hpp"

namespace toolchain {
namespace {

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
  };
  return layout;
}

}  // namespace toolchain
