// Which side each function is for: clang reads a submission in its CUDA mode, with declarations of
// our own (emulator/syntax), and says where host code calls a device function or a kernel a host
// function. g++ cannot see that: to it, all functions are alike.
#pragma once

#include <filesystem>
#include <future>
#include <string>
#include <string_view>
#include <vector>

#include "toolchain/build_steps.hpp"

namespace toolchain {

/// A function or variable that is used on the side it is not for.
struct Mixup {
  int line = 0;          ///< Of the submission, from 1.
  std::string sentence;  ///< What is used where, without the line.
  bool operator==(const Mixup&) const = default;
};

/// The mix-ups in what clang printed about `source`, which it read from `file`; by line, each once.
/// Every other error is passed over: clang or our declarations may lack what the emulator offers.
/// So is a call that fits none of the functions of that name, where the reason may be such a gap in
/// one of `own_headers` (folders).
std::vector<Mixup> read_mixups(std::string_view clang_output, const std::filesystem::path& file,
                               const Source& source,
                               const std::vector<std::filesystem::path>& own_headers);

/// clang on its way, side by side with the compiler whose object is wanted. Nothing happens where
/// no clang is installed; a clang that fails, hangs or is confused finds nothing.
class SyntaxPass {
 public:
  /// Takes the submission from where take_source() has put it. The pass ends with the object.
  SyntaxPass(const Source& source, const std::string& lab, const BuildPlace& place);
  /// Waits. Throws a Failure (host_device_mixup) where clang found any; call it once.
  void require_no_mixups();

 private:
  const Source& source_;
  std::vector<std::future<std::vector<Mixup>>> sides_;
};

/// The clang++ that is found first in PATH: a version of its own name before the plain name; or
/// empty.
std::filesystem::path find_clang();

}  // namespace toolchain
