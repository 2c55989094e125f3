// A cheat: a submission that tries for points that its kernels do not earn, and what is due to it.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace cheats {

struct Cheat {
  std::string name;  ///< The file's, without its ending.
  int lab = 0;
  std::string attempt;             ///< What is tried, in one line.
  std::string stopper;             ///< What stops it, in one line.
  std::set<std::string> verdicts;  ///< One of these has to be the lab's.
  std::string reason;              ///< Words of the first finding or of the build; empty: any.
  /// The same where the static rules are switched off; empty where they have no part in it.
  std::set<std::string> verdicts_behind;
  bool on_gpu = false;     ///< It is about times, and has to be graded on a GPU.
  std::string time;        ///< "suspect" or "believed": what its times have to be; empty: any.
  double most_points = 0;  ///< Of correctness: for the calls that the file honestly answers.
  std::filesystem::path source;
};

/// The cheats in `folder`, by name. Throws std::runtime_error with a sentence that names the file
/// where the head has no such line, one twice, one unknown, or a verdict that does not exist.
std::vector<Cheat> read_cheats(const std::filesystem::path& folder);

}  // namespace cheats
