// What nvcc says of submissions that were graded. It is said beside the verdict: no points hang on
// it.
#pragma once

#include <future>
#include <optional>
#include <string>
#include <vector>

#include "pipeline/context.hpp"
#include "pipeline/submission.hpp"
#include "result/result.hpp"
#include "toolchain/submission.hpp"

namespace pipeline {

class SecondCompiler {
 public:
  /// A single submission is compiled from now on, beside its grading, where `jobs` allow it: nobody
  /// waits longer then. `context` and `submissions` have to outlive this.
  SecondCompiler(const Context& context, const std::vector<Submission>& submissions, unsigned jobs);
  /// Ends a compilation that nobody has asked for.
  ~SecondCompiler();
  SecondCompiler(const SecondCompiler&) = delete;
  SecondCompiler& operator=(const SecondCompiler&) = delete;

  /// Compiles every submission that built for its grading with nvcc too, if that has not been done
  /// for a GPU, `jobs` at once, and returns the lines to print; empty where no nvcc is installed. Throws Interrupted after Ctrl-C.
  std::string report(const std::vector<result::Lab>& labs);

 private:
  using Answer = std::optional<toolchain::Build>;
  Answer compile(const Submission& submission) const;

  const Context& context_;
  const std::vector<Submission>& submissions_;
  unsigned jobs_;
  toolchain::TemporaryDirectory directory_;
  std::future<Answer> begun_;  // the last member: its end waits for what uses the others
};

}  // namespace pipeline
