// Which files became part of the submission, and what hides code from the observers: both from the
// preprocessor's output, where macros are gone and each file that was entered has a mark.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <limits>
#include <map>
#include <mutex>
#include <optional>

#include "toolchain/failure.hpp"
#include "toolchain/policy.hpp"
#include "toolchain/policy_words.hpp"
#include "toolchain/tools.hpp"

namespace toolchain {
namespace {

using result::Verdict;

constexpr std::size_t largest_preprocessed = std::size_t{64} << 20;
constexpr int largest_line = std::numeric_limits<int>::max();

std::filesystem::path real_path(const std::filesystem::path& path) {
  std::error_code error;
  std::filesystem::path real = std::filesystem::weakly_canonical(path, error);
  return error ? path.lexically_normal() : real;
}

bool lies_in(const std::filesystem::path& path, const std::filesystem::path& folder) {
  const auto [in_folder, in_path] =
      std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
  return in_folder == folder.end() && in_path != path.end();
}

/// "# 12 \"file\" 1 3 4": from here on lines are those of `file`. The flag 1 stands only where a
/// file begins, so a #line of the submission cannot make or hide one.
struct LineMark {
  int line = 0;
  std::string file;
  bool enters = false, leaves = false;
};

std::string without_escapes(std::string_view quoted) {
  std::string text;
  for (std::size_t k = 0; k < quoted.size(); ++k) {
    if (quoted[k] == '\\' && k + 1 < quoted.size()) ++k;
    text += quoted[k];
  }
  return text;
}

std::optional<LineMark> line_mark(std::string_view line) {
  if (!line.starts_with("# ")) return std::nullopt;
  LineMark mark;
  const char* const begin = line.data() + 2;
  // Behind a #line with the largest number, marks go on beyond what an int holds.
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(begin, line.data() + line.size(), number);
  if (error != std::errc() || end == begin) return std::nullopt;
  mark.line = static_cast<int>(std::min<std::uint64_t>(number, largest_line));
  const std::size_t open = line.find('"'), close = line.rfind('"');
  if (open == std::string_view::npos || close == open) return std::nullopt;
  mark.file = without_escapes(line.substr(open + 1, close - open - 1));
  const std::string_view flags = line.substr(close + 1);
  mark.enters = flags.starts_with(" 1");
  mark.leaves = flags.starts_with(" 2");
  return mark;
}

/// What stands between the quotes or brackets of the #include in this line; else `file`.
std::string as_written(const Source& source, int line, const std::string& file) {
  const std::vector<std::string> lines = lines_of(source.bytes);
  if (line < 1 || static_cast<std::size_t>(line) > lines.size()) return file;
  const std::string& text = lines[static_cast<std::size_t>(line) - 1];
  const std::size_t directive = text.find("include");
  if (directive == std::string::npos) return file;
  const std::size_t open = text.find_first_of("\"<", directive);
  const std::size_t close = text.find_last_of("\">");
  if (open == std::string::npos || close <= open) return file;
  return text.substr(open + 1, close - open - 1);
}

[[noreturn]] void refuse_file(const Source& source, int line, const std::string& file) {
  throw Failure(
      Verdict::policy,
      fmt::format("{}{} \"{}\": a submission reads nothing but lab.hpp and the system's headers.\n",
                  where_in(source, line), line > 0 ? "this line includes" : "the file includes",
                  as_written(source, line, file)),
      line);
}

/// A function without instrumentation uses memory that no observer sees.
bool hides_code(std::string_view word) {
  return word.find("no_sanitize") != std::string_view::npos ||
         word.find("disable_sanitizer") != std::string_view::npos;
}

[[noreturn]] void refuse_hidden_code(const Source& source, int line, std::string_view word) {
  throw Failure(Verdict::policy,
                fmt::format("{}{} takes code away from the emulator's checks.\n",
                            where_in(source, line), word),
                line);
}

/// Walks through preprocessed text and knows which line of the submission is at hand.
class PreprocessedReader {
 public:
  PreprocessedReader(const Source& source, const AllowedFiles& allowed,
                     const std::filesystem::path& working_directory)
      : source_(source), allowed_(allowed), directory_(working_directory) {}

  void take(std::string_view line) {
    if (const auto mark = line_mark(line)) return take(*mark);
    if (depth_ == 0) {
      for_each_word(line, [&](std::string_view word, int) {
        if (hides_code(word)) refuse_hidden_code(source_, own_line(), word);
      });
      if (line_ < largest_line) ++line_;
    }
  }

 private:
  void take(const LineMark& mark) {
    if (mark.enters) {
      if (depth_ == 0) included_at_ = own_line();
      ++depth_;
      const std::filesystem::path file = directory_ / mark.file;
      if (!known(mark.file) && !allowed_.contains(file))
        refuse_file(source_, included_at_, mark.file);
      return;
    }
    if (mark.leaves && depth_ > 0) --depth_;
    // Behind the compiler's own marks, which come before the submission's first line.
    if (depth_ == 0) {
      in_submission_ = mark.file == source_.name;
      line_ = mark.line;
    }
  }

  // "<built-in>" and "<command-line>" are no files.
  static bool known(const std::string& file) { return file.starts_with('<'); }
  int own_line() const { return in_submission_ ? line_ : 0; }

  const Source& source_;
  const AllowedFiles& allowed_;
  const std::filesystem::path& directory_;
  int depth_ = 0, line_ = 0, included_at_ = 0;
  bool in_submission_ = false;
};

}  // namespace

bool AllowedFiles::contains(const std::filesystem::path& path) const {
  const std::filesystem::path real = real_path(path);
  for (const std::filesystem::path& file : files) {
    if (real == real_path(file)) return true;
  }
  return std::any_of(folders.begin(), folders.end(), [&](const std::filesystem::path& folder) {
    return lies_in(real, real_path(folder));
  });
}

const std::vector<std::filesystem::path>& system_include_folders(
    const std::filesystem::path& compiler) {
  static std::mutex mutex;
  static std::map<std::filesystem::path, std::vector<std::filesystem::path>> known;
  const std::lock_guard<std::mutex> lock(mutex);
  const auto [entry, is_new] = known.try_emplace(compiler);
  if (!is_new) return entry->second;
  ProcessOptions options;
  options.limit = std::chrono::seconds(10);
  options.environment = {"LC_ALL=C", "LANGUAGE="};
  const ProcessResult verbose = run({compiler, "-E", "-v", "-x", "c++", "-"}, options);
  bool listed = false;
  for (const std::string& line : lines_of(verbose.error)) {
    if (line.starts_with("End of search list")) break;
    if (listed && line.starts_with(' ')) entry->second.push_back(real_path(line.substr(1)));
    listed |= line.starts_with("#include <...>");
  }
  return entry->second;
}

void require_honest_text(std::string_view preprocessed, const Source& source,
                         const AllowedFiles& allowed,
                         const std::filesystem::path& working_directory) {
  PreprocessedReader reader(source, allowed, working_directory);
  while (!preprocessed.empty()) {
    const std::size_t end = std::min(preprocessed.find('\n'), preprocessed.size());
    reader.take(preprocessed.substr(0, end));
    preprocessed.remove_prefix(std::min(end + 1, preprocessed.size()));
  }
}

void require_allowed_dependencies(std::string_view make_rule, const Source& source,
                                  const AllowedFiles& allowed,
                                  const std::filesystem::path& working_directory) {
  // "target: file file\<newline> file", where a backslash stands before blanks and # of a name.
  std::size_t at = make_rule.find(": ");
  if (at == std::string_view::npos) return;
  std::string file;
  const auto finish = [&] {
    if (!file.empty() && !allowed.contains(working_directory / file)) refuse_file(source, 0, file);
    file.clear();
  };
  for (++at; at < make_rule.size(); ++at) {
    const char c = make_rule[at];
    const char next = at + 1 < make_rule.size() ? make_rule[at + 1] : '\n';
    if (c == '\\' && next == '\n') {
      finish();
      ++at;
    } else if ((c == '\\' && (next == ' ' || next == '#')) || (c == '$' && next == '$')) {
      file += next;
      ++at;
    } else if (c == ' ' || c == '\n') {
      finish();
    } else {
      file += c;
    }
  }
  finish();
}

PreprocessingPass::PreprocessingPass(std::vector<std::string> command,
                                     const std::filesystem::path& text, ProcessOptions options)
    : working_directory_(options.working_directory) {
  command.insert(command.end(), {"-E", text.string()});
  options.output_limit = largest_preprocessed;
  text_ = std::async(std::launch::async, [command = std::move(command), options] {
    return run_tool(command, options).output;
  });
}

void PreprocessingPass::require_honest(const Source& source, const AllowedFiles& allowed) {
  require_honest_text(text_.get(), source, allowed, working_directory_);
}

}  // namespace toolchain
