// The functions of the grader that read what a submission can write: its own text, and what
// compilers say of it. Each is called with any bytes and has to keep its promises.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace fuzz {

/// A promise that was broken.
struct Violation : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct Reader {
  std::string_view name;  ///< Also that of its folder in corpus/ and of its target, fuzz_NAME.
  /// Reads the bytes; throws Violation, or whatever the function must not throw.
  void (*read)(std::string_view bytes);
};

const std::vector<Reader>& readers();

}  // namespace fuzz
