// Why a build cannot go on. Thrown inside the toolchain only; its functions return a Build.
#pragma once

#include <stdexcept>
#include <string>

#include "result/verdict.hpp"

namespace toolchain {

class Failure : public std::runtime_error {
 public:
  /// @param sentence what the student or the author reads
  /// @param line     first line of the submission it is about, or 0
  Failure(result::Verdict verdict, const std::string& sentence, int line = 0)
      : std::runtime_error(sentence), verdict_(verdict), line_(line) {}
  result::Verdict verdict() const { return verdict_; }
  int line() const { return line_; }

 private:
  result::Verdict verdict_;
  int line_;
};

}  // namespace toolchain
