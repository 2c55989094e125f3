// A grading of the tests' lab, whose worker misbehaves on request.
#pragma once

#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

#include "harness/grading.hpp"
#include "tests/harness/fabricated.hpp"
#include "tests/harness/fake_worker.hpp"

namespace grading_bench {

inline const std::vector<harness::Function>& functions() {
  static const std::vector<harness::Function> all = {{"array_sum", {"d_in"}, {"d_sum"}}};
  return all;
}

inline std::vector<harness::ExpectedOutput> reference(const harness::Problem& problem) {
  double sum = 0;
  for (const float x : problem.inputs[0]) sum += static_cast<double>(x);
  return {{{sum}, {}, harness::Element::f32}};
}

inline constexpr harness::LabCode lab_code = {&functions, &reference, nullptr, nullptr, nullptr};

/// Of a check worth 10 points.
inline harness::CheckTags tags(result::Category category = result::Category::correctness) {
  return {1, category, 10, {}};
}

inline harness::Case of(std::size_t n) {
  harness::Case c;
  c.n = n;
  return c;
}

/// Processes that this program has started and that have not ended, or that nobody waited for.
inline int other_processes() {
  int count = 0;
  std::ifstream children("/proc/self/task/" + std::to_string(getpid()) + "/children");
  for (pid_t child = 0; children >> child;) ++count;
  return count;
}

/// Each function runs one check with a worker that behaves as `how` says (fake_worker.cpp knows the
/// words) and returns it; the reference holds until the next check.
class Bench {
 public:
  /// `seconds`: processor time of a check.
  explicit Bench(double seconds = 5, bool emulated = true)
      : grading({{}, lab_code, fake_worker::program, 1, seconds, emulated}, fabricated::sources()) {
    harness::prepare_this_process();
  }

  /// One check that asks for right values of each length.
  const result::Check& check(const char* how, const std::vector<std::size_t>& sizes = {100}) {
    return one(how, result::Category::correctness, [&] {
      for (const std::size_t n : sizes)
        if (grading.right(of(n))) break;
    });
  }
  const result::Check& safety(const char* how, const std::vector<std::size_t>& sizes = {100}) {
    return one(how, result::Category::safety, [&] {
      for (const std::size_t n : sizes)
        if (grading.safe(of(n))) break;
    });
  }
  const result::Check& leak(const char* how, std::size_t n = 100) {
    return one(how, result::Category::safety, [&] { grading.no_leak(of(n)); });
  }
  /// One output of one element, whatever n is.
  const result::Check& shape(const char* how, std::size_t n) {
    return one(how, result::Category::safety, [&] {
      grading.shape(of(n), [](std::size_t, int) { return std::vector<std::size_t>{1}; });
    });
  }
  const result::Check& counts(const char* how, const harness::CountedRule& rule,
                              std::size_t n = 1000) {
    return one(how, result::Category::efficiency, [&] { grading.counts(of(n), rule); });
  }
  result::Verdict verdict(const char* how) { return check(how).verdict; }

  harness::Grading grading;

 private:
  const result::Check& one(const char* how, result::Category category,
                           const std::function<void()>& asked) {
    fake_worker::behave(how);
    grading.begin_check(how, tags(category));
    asked();
    grading.end_check("");
    unsetenv("FAKE_WORKER");
    return grading.checks().back();
  }
};

}  // namespace grading_bench
