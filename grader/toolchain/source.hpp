// The submission as it was when it was read, once.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace toolchain {

struct Source {
  std::string name;  ///< source_name() of the file: what messages call it.
  std::string bytes;
};

/// The file's name without folders, and with blanks for control characters: a line end in it would
/// cut the messages that name it.
std::string source_name(const std::filesystem::path& submission);

/// Reads and checks a submission; throws Failure with the sentence that says what is wrong.
Source read_source(const std::filesystem::path& submission);

/// `text` cut at its line ends, which are left out.
std::vector<std::string> lines_of(const std::string& text);

}  // namespace toolchain
