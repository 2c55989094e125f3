// What a compiler said, made fit to be read by a student.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace toolchain {

struct Messages {
  std::string text;    ///< At most 40 lines, none much longer than 500 bytes.
  int first_line = 0;  ///< First line of the submission with an error; else the first one named.
  bool names_submission = false;
};

struct MessageContext {
  std::string name;                     ///< What messages call the submission.
  std::vector<std::string> source;      ///< Its lines, and
  std::vector<std::string> translated;  ///< the lines that the compiler read; empty: the same.
  std::filesystem::path directory;      ///< The build's; paths in it and in
  std::filesystem::path course;         ///< the repository are shortened.
};

/// Shortens paths, cuts, and takes columns and carets away from lines that the frontend rewrote:
/// they would point at the wrong place.
Messages shape_messages(std::string_view compiler_output, const MessageContext& context);

}  // namespace toolchain
