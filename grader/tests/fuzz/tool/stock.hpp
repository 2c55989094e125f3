// What is edited: the course's solutions and starters, and the sources of its tests.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace fuzz {

struct Original {
  enum class Kind { solution, starter, other };
  Kind kind;
  std::string name;  ///< "solutions/02_shared_reduction/shared_reduction.cu", for reports.
  std::string text;
};

/// The originals of one lab.
struct Lab {
  int number = 0;
  std::string name;  ///< "02_shared_reduction"
  std::string file;  ///< "shared_reduction.cu"
  /// Solution, starter, the lab's cases and cheats; then the emulator's programs, which belong to
  /// no lab. In an order that does not depend on the file system.
  std::vector<Original> originals;
  std::vector<std::size_t> solutions, starters;  ///< Indices of those.
  /// Names that lab.hpp and the emulator's headers use: none for a submission to give away.
  std::set<std::string> taken;
};

/// All labs below `root`, the repository's folder. Throws std::runtime_error with a sentence where
/// there is none, and where a file cannot be read.
std::vector<Lab> read_stock(const std::filesystem::path& root);

}  // namespace fuzz
