#include "harness/submission_file.hpp"

#include <unistd.h>

#include <cctype>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <vector>

#include "toolchain/submission.hpp"

namespace harness {
namespace {

namespace fs = std::filesystem;

std::string without_white_space(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  std::erase_if(text, [](unsigned char c) { return std::isspace(c) != 0; });
  return text;
}

}  // namespace

SubmissionFile::SubmissionFile(const fs::path& named, const Manifest& manifest)
    : starter_(toolchain::Layout::configured().source_dir / "starter" / manifest.lab /
               manifest.file),
      path_(named.empty() ? starter_ : named),
      shown_(named.empty() ? (fs::path("starter") / manifest.lab / manifest.file).string()
                           : named.string()) {}

std::optional<std::string> SubmissionFile::not_there() const {
  std::error_code error;
  const bool readable = fs::is_regular_file(path_, error) && access(path_.c_str(), R_OK) == 0;
  return readable ? std::nullopt : toolchain::unusable(path_);
}

bool SubmissionFile::is_the_starter() const {
  std::error_code error;
  if (!fs::exists(starter_, error) || fs::equivalent(path_, starter_, error)) return false;
  const std::string text = without_white_space(path_);
  return !text.empty() && text == without_white_space(starter_);
}

SourceMap SubmissionFile::source_map(const fs::path& worker) const {
  const fs::path path = path_;
  return SourceMap(
      shown_,
      [worker, path](const std::vector<std::uint64_t>& addresses) {
        return toolchain::source_lines(worker, path, addresses);
      },
      [path](int line) { return toolchain::source_text(path, line); });
}

}  // namespace harness
