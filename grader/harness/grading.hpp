// The grading of one submission: the checks as they come, their verdicts, the lab's result.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/check.hpp"
#include "harness/diagnosis.hpp"
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
    double check_seconds = 6;  ///< Processor time of a check.
    bool emulated = false;     ///< The backend counts launches, live memory and traffic.
    /// Where the GPU may refuse the program for how it was built: the sentence for that, which
    /// blames nobody's code. Else empty.
    std::string image_problem = {};
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
  std::optional<std::string> no_leak(const Case& asked);
  std::optional<std::string> shape(const Case& asked, OutputLengths lengths,
                                   Outputs outputs = Outputs::in_part);
  std::optional<std::string> counts(const Case& asked, const CountedRule& rule);
  void not_run(std::string_view reason);
  /// Whether the check has its verdict already and nothing more is to be done.
  std::optional<std::string> ended() const;

  /// Whether nothing of the submission did anything: no kernel launched, no output touched.
  bool nothing_done() const;
  /// A call that was counted and whose outputs were right.
  struct CountedCall {
    Case asked;
    worker::Counters counters;
  };
  /// The first one at counted_n and counted_block_size, or null.
  const CountedCall* counted_call() const;

  /// Of the longest right call of reals; nothing where there was none.
  const std::optional<result::Accuracy>& accuracy() const { return accuracy_; }

  bool no_device() const { return session_.no_device(); }
  const std::string& device() const { return session_.device(); }
  std::vector<result::Check>& checks() { return checks_; }

 private:
  /// What one call left behind.
  struct Seen {
    CallOutcome outcome;
    Evidence evidence;
    std::optional<CallResults> results;  ///< Where it returned with outputs.
  };
  /// A counted call of any outcome: checks of one lab share it.
  struct Counting {
    CountedCall call;
    Judgement judgement;
    std::string at_case;
  };

  // grading_call.cpp, grading_diagnosis.cpp, grading_values.cpp, grading_safety.cpp,
  // grading_rules.cpp
  PreparedCall prepare(const Case& asked);
  std::uint64_t next_seed();
  std::optional<std::string> call(PreparedCall& prepared, Session::How how, Seen& seen);
  std::optional<std::string> call_in_order(PreparedCall& prepared, Session::How how, Seen& seen);
  std::optional<std::string> run_for_values(PreparedCall& prepared, std::uint32_t flags);
  void diagnose(const PreparedCall& prepared, const Seen& seen, Session::How how,
                Judgement& judgement);
  void remember(const PreparedCall& prepared, const Seen& seen);
  std::optional<std::string> run_for_safety(PreparedCall& prepared, std::uint32_t order);
  std::optional<std::string> settle_uninitialized_reads(PreparedCall& prepared, Session::How how,
                                                        Seen& seen);
  std::optional<std::string> count(const Case& asked);
  const Counting* known_counting(const Case& asked) const;
  bool left_to_the_emulator();
  void add_policy(const PreparedCall& prepared, Seen& seen) const;
  void note_activity(const PreparedCall& prepared, const Seen& seen);
  void note_printed();

  void add_note(const std::string& note);
  std::optional<std::string> conclude(Judgement judgement, const std::string& at_case);
  std::string at_case(const PreparedCall& prepared) const;
  std::optional<std::string> grader_error(const std::string& reason);
  std::optional<std::string> guarded(const std::function<std::optional<std::string>()>& work);

  Setup setup_;
  SourceMap sources_;
  Session session_;
  std::vector<result::Check> checks_;

  // Of the current check.
  std::chrono::steady_clock::time_point begin_;
  unsigned calls_ = 0, cases_ = 0;
  bool asked_ = false;  // for anything at all
  bool decided_ = false;
  std::optional<EarlierCall> before_;       // in the same worker
  bool recalled_ = false;                   // its verdict is an earlier check's
  bool had_work_ = false, worked_ = false;  // a call with elements; one that did something for them

  // Of all checks.
  unsigned time_limits_ = 0;  ///< Checks that ended so.
  bool has_hung_ = false;     ///< A call has reached a time limit.
  bool returned_ = false, active_ = false;
  bool told_unasked_launches_ = false;
  bool relies_on_start_order_ = false;  // hangs unless blocks start by index
  std::vector<Counting> counted_;
  std::optional<result::Accuracy> accuracy_;
  /// Elements: some seconds in all, so that a lab with many wrong checks is graded as soon.
  double diagnosis_budget_ = 1'000'000;
};

/// The grading that the functions of check.hpp work for.
Grading*& current_grading();

}  // namespace harness
