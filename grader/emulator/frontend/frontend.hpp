// The frontend turns a CUDA C++ source file into plain C++17 that the host compiler accepts and the
// emulator runs. It keeps every line where it was: a message of the compiler, a breakpoint or a
// finding at line 24 is at line 24 of the student's file.
//
// What the generated text calls is declared in emulator/include/emulator/generated_code.hpp.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace emulator::frontend {

/// Why a source cannot simply be run.
enum class IssueKind {
  library_call,  ///< CUB, Thrust or another library does the lab's work: `policy` in a submission.
  unsupported,   ///< Valid CUDA that the emulator does not offer (texture, wmma, unknown PTX).
  malformed,     ///< The text cannot be CUDA C++: not UTF-8, an unclosed comment, string or launch.
};

struct Issue {
  IssueKind kind;
  int line;  ///< 1-based line of the source.
  std::string
      message;  ///< One sentence that names the construct and, where there is one, the mend.
};

/// The translated text, or the reasons why there is none that should be run.
struct Translation {
  std::string text;           ///< C++17; line k of it is line k of the source (after one #line).
  std::vector<Issue> issues;  ///< In the order of the lines. Text is complete even with issues.
  /// A function keeps an array for itself, and none has two dimensions: the compiler can check each
  /// index. (Of two dimensions, some read a row's end and the next row as one array.)
  bool has_own_arrays = false;
};

/// Translates one CUDA source.
/// @param source the file's bytes
/// @param path   the name that compiler messages and findings shall carry (quotes and backslashes
///               are escaped for the #line directive)
/// Never throws on bad source: what cannot be lexed is an issue of kind `malformed`.
Translation translate(std::string_view source, std::string_view path);

}  // namespace emulator::frontend
