// What a submission may not do while it is built, judged from what the compiler made of it and not
// from words in its text: which files were read, what the assembler is told, which functions of
// the system the object asks for. Each rule throws Failure (policy) with a sentence and the line.
// That nothing outside can be reached is the sandbox's work; these rules say what was tried.
#pragma once

#include <filesystem>
#include <future>
#include <string>
#include <string_view>
#include <vector>

#include "toolchain/build_steps.hpp"
#include "toolchain/process.hpp"
#include "toolchain/source.hpp"
#include "toolchain/symbols.hpp"

namespace toolchain {

/// Files and folders whose text may become part of a submission.
struct AllowedFiles {
  std::vector<std::filesystem::path> files;  ///< The submission as the compiler reads it, lab.hpp.
  std::vector<std::filesystem::path> folders;  ///< The emulator's or CUDA's headers, the system's.
  /// Links and ".." count by where they lead.
  bool contains(const std::filesystem::path& path) const;
};

/// The folders in which `compiler` looks for <headers>; asked for once in a process. Empty where it
/// does not answer.
const std::vector<std::filesystem::path>& system_include_folders(
    const std::filesystem::path& compiler);

/// Judges the compiler's preprocessed text: files that the submission includes, directly or not,
/// and attributes by which code hides from the emulator's observers.
/// @param working_directory  in which relative names of files are meant
void require_honest_text(std::string_view preprocessed, const Source& source,
                         const AllowedFiles& allowed,
                         const std::filesystem::path& working_directory);

/// Judges a list of dependencies as -MD writes it, where there is no preprocessed text.
void require_allowed_dependencies(std::string_view make_rule, const Source& source,
                                  const AllowedFiles& allowed,
                                  const std::filesystem::path& working_directory);

/// Judges assembler text, compiled from the submission: files read by it, system calls, data among
/// the code, and sections that run before the worker's own start.
void require_plain_assembly(std::string_view assembly, const Source& source);

/// Judges what an object asks the linker for: no process, file, descriptor, signal, mapping or
/// other thing of the system, and nothing of the emulator but what its headers offer.
/// @param headers  the emulator's, or empty: then no name of the emulator is asked for
void require_allowed_symbols(const Symbols& symbols, const Source& source,
                             const std::filesystem::path& headers);

/// The preprocessor's own run, beside the compiler's, whose messages have to stay as they are.
class PreprocessingPass {
 public:
  /// Starts it. `command` is the compiler's without -c and -o; `text` the file that it reads.
  PreprocessingPass(std::vector<std::string> command, const std::filesystem::path& text,
                    ProcessOptions options);
  /// Waits for it and judges (require_honest_text) what there is, also behind an error: that is the
  /// compiler's to report.
  void require_honest(const Source& source, const AllowedFiles& allowed);

 private:
  std::filesystem::path working_directory_;
  std::future<std::string> text_;
};

/// The line of `source` that uses `name` as a word, comments and strings apart; 0 where none does.
int line_that_names(const Source& source, std::string_view name);

/// "NAME:LINE: ", or "NAME: " where the line is not known.
std::string where_in(const Source& source, int line);

}  // namespace toolchain
