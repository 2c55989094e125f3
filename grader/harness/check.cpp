#include "harness/check.hpp"

#include "harness/catch_shim.hpp"
#include "harness/grading.hpp"

namespace harness {
namespace {

Grading& grading() {
  if (current_grading() == nullptr) catch_shim::fail("no submission is being graded");
  return *current_grading();
}

// A check ends at the first thing that is not right; one that is not to run ends at once.
void end_if(const std::optional<std::string>& end) {
  if (!end) return;
  const auto& checks = grading().checks();
  if (!checks.empty() && checks.back().verdict == result::Verdict::not_run) catch_shim::skip(*end);
  catch_shim::fail(*end);
}

}  // namespace

void expect_right(const Case& c) {
  end_if(grading().right(c));
  SUCCEED();
}

void expect_right(const std::vector<Case>& cases) {
  for (const Case& c : cases) expect_right(c);
}

void expect_values(const Case& c, const std::vector<std::vector<float>>& outputs) {
  end_if(grading().values(c, outputs));
  SUCCEED();
}

void expect_safe(const std::vector<Case>& cases) {
  for (const Case& c : cases) {
    end_if(grading().safe(c));
    SUCCEED();
  }
}

void expect_no_leak(const Case& c) {
  end_if(grading().no_leak(c));
  SUCCEED();
}

void expect_shape(const std::vector<Case>& cases, OutputLengths lengths, Outputs outputs) {
  for (const Case& c : cases) {
    end_if(grading().shape(c, lengths, outputs));
    SUCCEED();
  }
}

void expect_counts(const Case& c, const CountedRule& rule) {
  end_if(grading().counts(c, rule));
  SUCCEED();
}

Case counted_case(std::size_t n, int block_size) {
  Case c;
  c.n = n;
  c.block_size = block_size;
  return c;
}

void not_run(std::string_view reason) {
  grading().not_run(reason);
  end_if(grading().ended());
}

}  // namespace harness
