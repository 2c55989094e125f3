// A miniature course in a temporary folder, with graders that are shell scripts, and `lab` run on
// it in this process.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "harness/catch.hpp"
#include "pipeline/context.hpp"
#include "result/result.hpp"

namespace miniature {

using catch_either::Contains;

struct Outcome {
  int code = 0;
  std::string out, err;
};

/// Labs 01_first (two tasks), 02_second (one task) and 10_third (one task). The folder's name has a
/// blank and a quote in it.
class Course {
 public:
  Course();

  const std::filesystem::path& root() const { return root_; }
  std::filesystem::path path(std::string_view below) const { return root_ / below; }
  void write(std::string_view below, std::string_view text) const;
  std::string read(std::string_view below) const;

  /// The grader of `lab` becomes `#!/bin/sh` and `body`, in which RESULT, SUBMISSION, SEED and
  /// BACKEND (and N, BLOCK, REPEAT, DEVICE, BENCH, PROFILE) hold what it was called with.
  void grader(const std::string& lab, std::string_view body) const;
  /// The grader of result.lab reports this result, with the exit code of its verdict.
  void grader_reports(const result::Lab& result) const;

  /// Runs `lab` with these arguments.
  Outcome run(const std::vector<std::string>& arguments) const;

  /// What run() works with; tests change it.
  bool colour = false, live_progress = false, nvcc_installed = false;
  pipeline::Tools tools;

 private:
  toolchain::TemporaryDirectory directory_;
  std::filesystem::path root_;
};

/// A check with its verdict: full points where it passes, else none.
result::Check check(std::string name, int task, double points,
                    result::Verdict verdict = result::Verdict::pass,
                    result::Category category = result::Category::correctness);
/// A finding with the verdict of its check, one place and a case.
result::Finding finding(result::Verdict code, std::string message);
/// A result of `lab` with these checks, points and verdict summed up.
result::Lab graded(std::string lab, std::vector<result::Check> checks);
/// 01_first with every point.
result::Lab passed(const std::string& lab);
/// `lab` as a starter that nobody has touched.
result::Lab untouched(const std::string& lab);

}  // namespace miniature
