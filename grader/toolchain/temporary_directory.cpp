#include <fmt/format.h>

#include <cerrno>
#include <cstdlib>
#include <stdexcept>
#include <system_error>

#include "toolchain/submission.hpp"

namespace toolchain {

TemporaryDirectory::TemporaryDirectory() {
  const char* variable = std::getenv("TMPDIR");
  const std::filesystem::path parent = variable && *variable ? variable : "/tmp";
  std::string name = std::filesystem::absolute(parent / "sum-to-scan-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) {
    const std::string reason = std::generic_category().message(errno);
    throw std::runtime_error(
        fmt::format("no temporary directory could be made in {}: {}", parent.string(), reason));
  }
  path_ = name;
}

TemporaryDirectory::~TemporaryDirectory() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace toolchain
