// The submission as it was when it was read, once.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace toolchain {

struct Source {
  std::string name;  ///< The file's name without folders: what messages call it.
  std::string bytes;
};

/// Reads and checks a submission; throws Failure with the sentence that says what is wrong.
Source read_source(const std::filesystem::path& submission);

/// `text` cut at its line ends, which are left out.
std::vector<std::string> lines_of(const std::string& text);

}  // namespace toolchain
