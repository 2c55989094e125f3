// `lab bench`: times of a submission beside the CPU, the solution, NVIDIA's library and the
// ceiling.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "harness/bench_document.hpp"
#include "pipeline/bench_sizes.hpp"
#include "pipeline/context.hpp"
#include "pipeline/course.hpp"
#include "pipeline/submission.hpp"

namespace pipeline {

/// As typed: what is a number is judged in make_bench_plan.
struct BenchRequest {
  std::string lab;
  SizeWishes sizes;
  std::string n;                     ///< With `blocks`: the one length.
  std::string block_size;            ///< Empty: the lab's own.
  std::string rounds;                ///< Empty: 10.
  std::string device;                ///< Which GPU; empty: not named.
  Source source;                     ///< Starter, solutions or file.
  std::vector<std::string> against;  ///< Files that are timed as well.
  bool blocks = false, report = false, cpu_only = false;
  std::filesystem::path read;  ///< A document of before is shown instead of a new one; or empty.
  std::filesystem::path json, svg;  ///< Where they go; empty: build/bench/. json "-": stdout.
};

/// The lab whose grader measures, and what it is to measure. Throws a usage Failure.
struct BenchOrder {
  const Lab* lab = nullptr;
  harness::BenchPlan plan;
};
BenchOrder make_bench_plan(const Context& context, const Course& course,
                           const BenchRequest& request);

/// Measures, prints the table, and writes JSON and chart. Returns the grader's exit code. Ctrl-C:
/// what was measured is shown and written, then Interrupted is thrown.
int bench(const Context& context, const Course& course, const BenchRequest& request);

}  // namespace pipeline
