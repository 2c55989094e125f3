// The grading of one submission: the checks as they come, their verdicts, the lab's result.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "harness/check.hpp"
#include "harness/grader.hpp"
#include "harness/judge.hpp"
#include "harness/session.hpp"
#include "harness/source_map.hpp"
#include "harness/tags.hpp"
#include "result/result.hpp"

namespace harness {

class Grading {
 public:
  struct Setup {
    Manifest manifest;
    LabCode code;
    std::filesystem::path worker;  ///< The built submission.
    std::uint64_t seed = 1;
    double check_seconds = 2;      ///< Processor time of a check.
    bool counts_launches = false;  ///< The backend says how many kernels ran in a call.
  };
  Grading(Setup setup, SourceMap sources);

  // Called as Catch2 goes through the test cases
  // ------------------------------------------------------
  void begin_check(const std::string& name, const CheckTags& tags);
  /// `failure`: of an assertion or exception that is not ours; empty where there was none.
  void end_check(const std::string& failure);

  // Called by the functions of check.hpp. Each returns the sentence that ends the check, or
  // nothing. ---
  std::optional<std::string> right(const Case& asked);
  std::optional<std::string> values(const Case& asked,
                                    const std::vector<std::vector<float>>& outputs);
  std::optional<std::string> safe(const Case& asked);
  void not_run(std::string_view reason);
  /// Whether the check has its verdict already and nothing more is to be done.
  std::optional<std::string> ended() const;

  /// Whether nothing of the submission did anything: no kernel launched, no output touched.
  bool nothing_done() const;
  bool no_device() const { return session_.no_device(); }
  const std::string& device() const { return session_.device(); }
  std::vector<result::Check>& checks() { return checks_; }

 private:
  enum class Judge { values, safety };

  PreparedCall prepare(const Case& asked);
  std::optional<std::string> run(PreparedCall& prepared, std::uint32_t flags, Judge judge);
  void note_activity(const CallOutcome& outcome, const CallResults* results);
  void note_printed();
  std::optional<std::string> conclude(Judgement judgement, const PreparedCall& prepared);
  std::optional<std::string> grader_error(const std::string& reason);
  template <class Work>
  std::optional<std::string> guarded(Work work);

  Setup setup_;
  SourceMap sources_;
  Session session_;
  std::vector<result::Check> checks_;

  // Of the current check.
  std::chrono::steady_clock::time_point begin_;
  unsigned calls_ = 0, cases_ = 0;
  bool decided_ = false;

  // Of all checks.
  unsigned time_limits_ = 0;
  bool returned_ = false, active_ = false;
};

/// The grading that the functions of check.hpp work for.
Grading*& current_grading();

}  // namespace harness
