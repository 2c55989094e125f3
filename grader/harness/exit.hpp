// How a grader ends: exit codes as main returns them, with a sentence on stderr where one is due.
#pragma once

#include <iostream>
#include <string>

#include "result/verdict.hpp"

namespace harness {

inline int code(result::ExitCode exit_code) { return static_cast<int>(exit_code); }

inline int usage_error(const std::string& sentence) {
  std::cerr << sentence << '\n';
  return code(result::ExitCode::usage);
}

inline int grader_fault(const std::string& sentence) {
  std::cerr << "grader_error: " << sentence << " (not your fault, no points changed)\n";
  return code(result::ExitCode::grader_error);
}

}  // namespace harness
