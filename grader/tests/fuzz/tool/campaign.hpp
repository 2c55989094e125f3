// Many submissions, graded by several processes side by side, and what came of them.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "stock.hpp"

namespace fuzz {

struct Campaign {
  std::filesystem::path graders;         ///< The folder of grade_NN_slug.
  std::uint64_t seed = 1;                ///< Of the first submission; each next one has one more.
  std::uint64_t count = 0;               ///< Of submissions; 0: until the time is over.
  std::chrono::seconds time{0};          ///< None begins later; 0: no limit.
  std::chrono::seconds grading_limit{};  ///< Of wall time for one grader.
  unsigned jobs = 1;
  std::filesystem::path keep;  ///< Where findings go; empty: nowhere.
};

/// One graded submission, or a process of ours that ended before its time.
struct Graded {
  std::uint64_t seed = 0;
  std::string lab, original, edits, verdict;
  double seconds = 0;
  std::vector<std::string> findings;
  bool came_again = false;  ///< There were findings when it was graded a second time, too.
};

/// Grades until count, time or Ctrl-C ends it; `graded` is called here, for each, as it ends. What
/// has findings is graded twice, so that it is known whether they come again. Kept findings are two
/// files: SEED_NN.cu, the submission, and SEED_NN.txt, what was found.
/// Throws std::runtime_error where a process or a folder cannot be made.
void run_campaign(const Campaign& campaign, const std::vector<Lab>& labs,
                  const nlohmann::json& schema, const std::function<void(const Graded&)>& graded);

/// From now on Ctrl-C, SIGTERM and SIGHUP end the campaign and its graders.
void watch_for_interrupts();
bool interrupted() noexcept;

}  // namespace fuzz
