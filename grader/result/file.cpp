// Result files: whole or not there.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <system_error>

#include "result/result.hpp"

namespace result {
namespace {

[[noreturn]] void fail(const std::filesystem::path& path, const char* what, int error) {
  throw std::runtime_error(fmt::format("the result file {} could not be {}: {}", path.string(),
                                       what, std::generic_category().message(error)));
}

/// Writes all of `text`, or returns the system's error number.
int write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

int write_and_close(int descriptor, std::string_view text) {
  int error = write_all(descriptor, text);
  if (close(descriptor) != 0 && error == 0) error = errno;
  return error;
}

mode_t usual_mode() {
  const mode_t mask = umask(0);
  umask(mask);
  return 0666 & ~mask;
}

void write_beside_and_rename(const std::filesystem::path& path, std::string_view text) {
  std::string temporary = path.string() + ".XXXXXX";
  const int descriptor = mkostemp(temporary.data(), O_CLOEXEC);
  if (descriptor < 0) fail(path, "written", errno);
  int error = fchmod(descriptor, usual_mode()) == 0 ? 0 : errno;
  if (const int write_error = write_and_close(descriptor, text); error == 0) error = write_error;
  if (error == 0 && rename(temporary.c_str(), path.c_str()) != 0) error = errno;
  if (error != 0) {
    unlink(temporary.c_str());
    fail(path, "written", error);
  }
}

}  // namespace

void write_file(const std::filesystem::path& path, const std::vector<Lab>& labs) {
  const std::string text = to_json(labs).dump(2) + "\n";
  std::error_code ignored;
  const std::filesystem::file_status status = std::filesystem::status(path, ignored);
  if (std::filesystem::is_directory(status)) fail(path, "written", EISDIR);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
    // A device or pipe, as in /dev/stdout: a rename would put a file in its place.
    const int descriptor = open(path.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor < 0) fail(path, "written", errno);
    if (const int error = write_and_close(descriptor, text); error != 0) {
      fail(path, "written", error);
    }
    return;
  }
  // Through a symbolic link the file behind it is replaced, not the link.
  const std::filesystem::path target = std::filesystem::weakly_canonical(path, ignored);
  write_beside_and_rename(target.empty() ? path : target, text);
}

std::vector<Lab> read_file(const std::filesystem::path& path) {
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) fail(path, "read", errno);
  const nlohmann::json document = nlohmann::json::parse(file, nullptr, false);
  if (document.is_discarded()) {
    throw std::runtime_error(fmt::format("the result file {} is not JSON", path.string()));
  }
  return from_json(document);
}

}  // namespace result
