#include "toolchain/cuda_syntax.hpp"
#include "toolchain/submission.hpp"
#include "toolchain_config.hpp"

namespace toolchain {

const Layout& Layout::configured() {
  static const Layout layout = {
      configuration::source_dir,   configuration::lib_dir,
      configuration::cxx_compiler, configuration::objcopy,
      configuration::readelf,      configuration::addr2line,
      configuration::linker_flag,  configuration::nvcc,
      configuration::cudart,       find_clang(),
  };
  return layout;
}

}  // namespace toolchain
