#include "toolchain/source.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <cerrno>
#include <system_error>

#include "toolchain/descriptor.hpp"
#include "toolchain/failure.hpp"
#include "toolchain/submission.hpp"

namespace toolchain {
namespace {

constexpr std::size_t largest_submission = 1 << 20;

[[noreturn]] void unusable_because(const std::filesystem::path& path, const std::string& what) {
  throw Failure(result::Verdict::build_failed, fmt::format("{} {}", path.string(), what));
}

std::string reason(int error) { return std::generic_category().message(error); }

}  // namespace

std::string source_name(const std::filesystem::path& submission) {
  std::string name = submission.filename().string();
  for (char& c : name) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7F) c = ' ';
  }
  return name;
}

Source read_source(const std::filesystem::path& submission) {
  // O_NONBLOCK: a pipe without a writer shall be refused, not waited for.
  const Descriptor file(open(submission.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!file && errno == ENOENT) unusable_because(submission, "is not there.");
  if (!file) unusable_because(submission, fmt::format("cannot be read: {}.", reason(errno)));
  struct stat status {};
  fstat(file.get(), &status);
  if (S_ISDIR(status.st_mode)) unusable_because(submission, "is a folder, not a .cu file.");
  if (!S_ISREG(status.st_mode)) unusable_because(submission, "is not a regular file.");

  Source source{source_name(submission), std::string(largest_submission + 1, '\0')};
  std::size_t size = 0;
  while (size < source.bytes.size()) {
    const ssize_t count = read(file.get(), source.bytes.data() + size, source.bytes.size() - size);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) unusable_because(submission, fmt::format("cannot be read: {}.", reason(errno)));
    if (count == 0) break;
    size += static_cast<std::size_t>(count);
  }
  if (size == 0) unusable_because(submission, "is empty.");
  if (size > largest_submission) {
    unusable_because(submission, "is larger than 1 MiB; a submission is one source file.");
  }
  source.bytes.resize(size);
  return source;
}

std::optional<std::string> unusable(const std::filesystem::path& submission) {
  try {
    read_source(submission);
    return std::nullopt;
  } catch (const Failure& failure) {
    return failure.what();
  }
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::size_t begin = 0;
  while (begin < text.size()) {
    std::size_t end = text.find('\n', begin);
    if (end == std::string::npos) end = text.size();
    const bool carriage_return = end > begin && text[end - 1] == '\r';
    lines.push_back(text.substr(begin, end - begin - (carriage_return ? 1 : 0)));
    begin = end + 1;
  }
  return lines;
}

}  // namespace toolchain
