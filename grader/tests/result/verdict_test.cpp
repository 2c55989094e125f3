#include <set>
#include <string>

#include "harness/catch.hpp"
#include "result/verdict.hpp"

using namespace result;

namespace {

// Written out here, independent of the table under test: names and codes are documented.
struct Expected {
  const char* name;
  int exit_code;
};
constexpr Expected documented[] = {
    {"grader_error", 11},
    {"no_device", 10},
    {"policy", 8},
    {"unsupported", 9},
    {"build_failed", 3},
    {"crash", 6},
    {"barrier_divergence", 5},
    {"data_race", 5},
    {"deadlock", 5},
    {"warp_mask", 5},
    {"out_of_bounds", 5},
    {"uninitialized_read", 5},
    {"misaligned_access", 5},
    {"host_device_mixup", 5},
    {"input_modified", 5},
    {"stream_order", 5},
    {"memory_leak", 5},
    {"cuda_error", 5},
    {"time_limit", 7},
    {"not_done", 1},
    {"wrong_answer", 4},
    {"inefficient", 0},
    {"suspect", 0},
    {"noisy", 0},
    {"pass", 0},
    {"not_run", 9},
};

}  // namespace

TEST_CASE("verdicts stand in their order of precedence, each with its name and exit code") {
  int index = 0;
  for (const Expected& expected : documented) {
    const auto verdict = static_cast<Verdict>(index++);
    CAPTURE(expected.name);
    CHECK(name(verdict) == expected.name);
    CHECK(verdict_from_name(expected.name) == verdict);
    CHECK(static_cast<int>(exit_code(verdict)) == expected.exit_code);
    CHECK(meaning(verdict).size() > 20);
    CHECK(meaning(verdict).back() == '.');
  }
  CHECK(index == static_cast<int>(Verdict::not_run) + 1);
}

TEST_CASE("words that are no verdicts have no value") {
  CHECK_FALSE(verdict_from_name(""));
  CHECK_FALSE(verdict_from_name("Pass"));
  CHECK_FALSE(verdict_from_name("data race"));
  CHECK_FALSE(category_from_name("style"));
}

TEST_CASE("of two verdicts the earlier one decides") {
  CHECK(worse(Verdict::pass, Verdict::wrong_answer) == Verdict::wrong_answer);
  CHECK(worse(Verdict::wrong_answer, Verdict::out_of_bounds) == Verdict::out_of_bounds);
  CHECK(worse(Verdict::crash, Verdict::data_race) == Verdict::crash);
  CHECK(worse(Verdict::pass, Verdict::not_run) == Verdict::pass);
  CHECK(worse(Verdict::not_done, Verdict::time_limit) == Verdict::time_limit);
}

TEST_CASE("safety verdicts are those from barrier_divergence to cuda_error") {
  std::set<std::string> safety;
  for (int k = 0; k <= static_cast<int>(Verdict::not_run); ++k) {
    const auto verdict = static_cast<Verdict>(k);
    if (is_safety(verdict)) safety.insert(std::string(name(verdict)));
    CHECK(is_safety(verdict) == (exit_code(verdict) == ExitCode::unsafe));
  }
  CHECK(safety.size() == 12);
  CHECK(safety.count("crash") == 0);
  CHECK(safety.count("time_limit") == 0);
}

TEST_CASE("blame: the grader's and the machine's faults are not the submission's") {
  CHECK(blame(Verdict::grader_error) == Blame::grader);
  CHECK(blame(Verdict::no_device) == Blame::machine);
  CHECK(blame(Verdict::unsupported) == Blame::nobody);
  CHECK(blame(Verdict::pass) == Blame::nobody);
  CHECK(blame(Verdict::build_failed) == Blame::submission);
  CHECK(blame(Verdict::out_of_bounds) == Blame::submission);
}

TEST_CASE("categories have names") {
  for (const Category category : {Category::correctness, Category::safety, Category::efficiency}) {
    CHECK(category_from_name(name(category)) == category);
  }
}
