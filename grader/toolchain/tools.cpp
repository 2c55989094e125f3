#include "toolchain/tools.hpp"

#include <fcntl.h>
#include <fmt/format.h>

#include <cerrno>
#include <csignal>
#include <stdexcept>
#include <system_error>

#include "toolchain/descriptor.hpp"
#include "toolchain/failure.hpp"
#include "toolchain/source.hpp"

namespace toolchain {
namespace {

using result::Verdict;

std::string program_name(const std::vector<std::string>& command) {
  return std::filesystem::path(command.front()).filename().string();
}

/// Whether one of the tool's own lines has these words. What a file says by #error, in quoted lines
/// and in static_assert is not the tool's.
bool says(const ProcessResult& result, std::string_view words) {
  for (const std::string& line : lines_of(result.error)) {
    if (line.find(words) == std::string::npos) continue;
    const auto quotes = [&](std::string_view mark) { return line.find(mark) != std::string::npos; };
    if (!quotes(" | ") && !quotes("#error") && !quotes("#warning") && !quotes("#pragma") &&
        !quotes("static assertion"))
      return true;
  }
  return false;
}

/// Throws where a compiler neither took nor refused the file: it is the file that brought it there.
void require_no_surrender(const std::string& who, const ProcessResult& result,
                          std::size_t memory_limit) {
  if (says(result, "out of memory") || says(result, "memory exhausted")) {
    const std::string given =
        memory_limit == 0 ? "there is" : fmt::format("it is given ({} GiB)", memory_limit >> 30);
    throw Failure(Verdict::build_failed,
                  fmt::format("{} needed more memory than {}: does the file include a device, or "
                              "expand a macro or a template without end?",
                              who, given));
  }
  if (says(result, "internal compiler error")) {
    throw Failure(Verdict::build_failed,
                  fmt::format("{} broke off with an error of its own (internal compiler error): is "
                              "something in the file nested very deeply?",
                              who));
  }
}

[[noreturn]] void disk_full(const std::string& who) {
  throw Failure(Verdict::grader_error,
                fmt::format("{} could not write its output: No space left on device.", who));
}

}  // namespace

ProcessOptions compiler_options(const std::filesystem::path& working_directory,
                                std::chrono::seconds limit) {
  ProcessOptions options;
  options.working_directory = working_directory;
  options.limit = limit;
  options.memory_limit = std::size_t{4} << 30;
  options.environment = {"LC_ALL=C", "LANGUAGE="};
  return options;
}

ProcessResult run_tool(const std::vector<std::string>& command, const ProcessOptions& options) {
  const std::string name = program_name(command);
  ProcessResult result;
  try {
    result = run(command, options);
  } catch (const std::system_error&) {
    throw;
  } catch (const std::runtime_error& no_room) {
    throw Failure(Verdict::grader_error, no_room.what());
  }
  if (!result.start_error.empty()) {
    const bool missing = find_program(command.front()).empty();
    throw Failure(Verdict::grader_error,
                  missing ? fmt::format("{} is not installed; ./lab doctor says how to get it.",
                                        name == "c++" ? "g++" : name)
                          : fmt::format("{} could not be started: {}.", name, result.start_error));
  }
  if (result.timed_out) {
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(options.limit).count();
    throw Failure(Verdict::build_failed,
                  fmt::format("{} did not finish within {} s; does the file include itself, or a "
                              "template refer to itself without end?",
                              name, seconds));
  }
  if (!result.ok() && says(result, "No space left on device")) disk_full(name);
  // The signal of a compiler's own processes, by the words of the one that started them.
  const bool is_too_large = result.signal == SIGXFSZ || says(result, "File size limit exceeded") ||
                            result.error.find("File too large") != std::string::npos;
  if (!result.ok() && options.room && is_too_large) {
    throw Failure(Verdict::build_failed,
                  fmt::format("{} would write a file of more than {} MiB: how large are the arrays "
                              "that the file defines?",
                              name, options.room->limits.file_bytes >> 20));
  }
  if (!result.ok()) require_no_surrender(name, result, options.memory_limit);
  if (result.signal != 0) {
    throw Failure(Verdict::grader_error, fmt::format("{} was ended by signal {} ({}).", name,
                                                     result.signal, strsignal(result.signal)));
  }
  return result;
}

ProcessResult run_our_tool(const std::vector<std::string>& command, const sandbox::Room& room) {
  ProcessOptions options = compiler_options(room.folder);
  options.room = room;
  options.output_limit = std::size_t{64} << 20;
  ProcessResult result = run_tool(command, options);
  if (!result.ok()) {
    throw Failure(Verdict::grader_error,
                  fmt::format("{} failed: {}", program_name(command), result.error));
  }
  return result;
}

void write_text(const std::filesystem::path& path, std::string_view text) {
  const auto fail = [&](int error) {
    throw Failure(Verdict::grader_error, fmt::format("{} could not be written: {}.", path.string(),
                                                     std::generic_category().message(error)));
  };
  Descriptor file(open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  if (!file) fail(errno);
  while (!text.empty()) {
    const ssize_t count = write(file.get(), text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail(errno);
    text.remove_prefix(static_cast<std::size_t>(count));
  }
}

}  // namespace toolchain
