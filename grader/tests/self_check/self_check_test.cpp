// What the self-check calls wrong.
#include "harness/catch.hpp"
#include "tests/self_check/tool/grade_file.hpp"
#include "tests/self_check/tool/regions.hpp"

using cases::CaseFile;
using cases::Due;
using result::Category;
using result::Check;
using result::Verdict;
using self_check::Graded;

namespace {

const std::string starter = "int a;\n// TODO(task1): add\n// END(task1)\nint b;\n";

result::Difference difference(const char* expected, const char* got) {
  result::Difference d;
  d.output = "d_out";
  d.expected = {expected};
  d.got = {got};
  return d;
}

Check check(Category category, Verdict verdict, double points, double most) {
  Check c;
  c.name = "a check";
  c.category = category;
  c.verdict = verdict;
  c.points = points;
  c.max_points = most;
  if (verdict != Verdict::pass && verdict != Verdict::not_run) {
    c.findings.emplace_back();
    c.findings.front().code = verdict;
    if (verdict == Verdict::wrong_answer) c.findings.front().difference = difference("1", "2");
  }
  return c;
}

Graded graded(Verdict verdict, std::vector<Check> checks, int exit_code = 0) {
  Graded g;
  g.exit_code = exit_code;
  g.lab.emplace();
  g.lab->verdict = verdict;
  g.lab->checks = std::move(checks);
  for (const Check& c : g.lab->checks) g.lab->points += c.points;
  return g;
}

CaseFile due(Due what, std::set<std::string> codes = {}) {
  CaseFile file;
  file.name = "some case";
  file.due = what;
  file.codes = std::move(codes);
  return file;
}

}  // namespace

TEST_CASE("starter and solution may differ inside their regions alone") {
  using self_check::difference_outside_regions;
  CHECK(difference_outside_regions(
            starter, "int a;\n// SOLVED(task1): so\nint x, y;\n// END(task1)\nint b;\n")
            .empty());
  CHECK(difference_outside_regions(starter, "int a;\n// SOLVED(task1)\n// END(task1)\nint c;\n") ==
        "starter, line 4 \"int b;\"; solution, line 4 \"int c;\"");
  CHECK(difference_outside_regions(starter, "int a;\n// SOLVED(task1)\n// END(task1)\n") ==
        "starter, line 4 \"int b;\"; solution, the end");
  CHECK(difference_outside_regions(starter, "int a;\n// SOLVED(task2)\n// END(task2)\nint b;\n") ==
        "starter, line 2 \"region of task1\"; solution, line 2 \"region of task2\"");
  CHECK(difference_outside_regions(starter, "int a;\n// SOLVED(task1)\nint b;\n") ==
        "solution, task1 is never closed");
  CHECK(difference_outside_regions(starter, "// SOLVED(task1)\n// SOLVED(task2)\n") ==
        "solution, line 2: task2 begins inside task1");
  CHECK(difference_outside_regions("int a;\n", "int a;\n") == "the starter has no region to fill");
}

TEST_CASE("a starter is not done, whatever else it is") {
  CHECK(self_check::wrong_with_starter(graded(Verdict::not_done, {}, 1)).empty());
  CHECK(self_check::wrong_with_starter(graded(Verdict::wrong_answer, {}, 4)) ==
        "its verdict is wrong_answer, not not_done");
  CHECK(self_check::wrong_with_starter(graded(Verdict::not_done, {}, 0)) == "its exit code is 0");
  CHECK(self_check::wrong_with_starter({std::nullopt, 11, "no room"}) == "no result: no room");
}

TEST_CASE("a solution has 100 points") {
  const Check most = check(Category::correctness, Verdict::pass, 80, 80);
  const auto wrong = [&](const Check& last, bool emulated = true) {
    return self_check::wrong_with_solution(graded(Verdict::pass, {most, last}), emulated);
  };
  CHECK(wrong(check(Category::efficiency, Verdict::pass, 20, 20)).empty());
  CHECK(wrong(check(Category::efficiency, Verdict::inefficient, 0, 20)) ==
        "it loses points: a check");
  CHECK(wrong(check(Category::efficiency, Verdict::pass, 19, 19)).find("add up to 99") !=
        std::string::npos);
  CHECK(wrong(check(Category::safety, Verdict::not_run, 0, 20)) == "not run: a check");
  CHECK(wrong(check(Category::safety, Verdict::not_run, 0, 20), false).empty());
  Graded timed = graded(Verdict::pass, {most, check(Category::efficiency, Verdict::pass, 20, 20)});
  timed.lab->timings.emplace_back();
  CHECK(self_check::wrong_with_solution(timed, true) == "it was timed in spite of --no-times");
}

TEST_CASE("a case to be rejected earns a code that is due") {
  const Graded g = graded(Verdict::data_race, {check(Category::correctness, Verdict::pass, 60, 60),
                                               check(Category::safety, Verdict::data_race, 0, 20)});
  CHECK(self_check::wrong_with_case(due(Due::reject, {"data_race", "wrong_answer"}), g).empty());
  CHECK(self_check::wrong_with_case(due(Due::reject, {"deadlock"}), g) ==
        "no code that is due was earned");
  Graded wrong =
      graded(Verdict::wrong_answer, {check(Category::correctness, Verdict::wrong_answer, 0, 60)});
  CHECK(self_check::wrong_with_case(due(Due::reject, {"wrong_answer"}), wrong).empty());
  wrong.lab->checks.front().findings.front().difference.reset();
  CHECK(self_check::wrong_with_case(due(Due::reject, {"wrong_answer"}), wrong) ==
        "nothing shows that it differs from the right answer");
}

TEST_CASE("a case to be accepted may lose efficiency alone") {
  const Check right = check(Category::correctness, Verdict::pass, 60, 60);
  const CaseFile file = due(Due::accept);
  CHECK(self_check::wrong_with_case(
            file, graded(Verdict::inefficient,
                         {right, check(Category::efficiency, Verdict::inefficient, 0, 20)}))
            .empty());
  CHECK(self_check::wrong_with_case(
            file, graded(Verdict::data_race, {right, check(Category::safety, Verdict::data_race, 0,
                                                           20)})) == "a false finding: a check");
  CHECK(self_check::wrong_with_case(file, graded(Verdict::build_failed, {})) ==
        "it was not judged");
  CHECK(self_check::wrong_with_case(due(Due::policy), graded(Verdict::pass, {right})) ==
        "its verdict is not policy");
}

TEST_CASE("the grader's own fault is never a verdict that is due") {
  const Graded g = graded(Verdict::grader_error, {});
  for (const CaseFile& file : {due(Due::reject, {"grader_error"}), due(Due::accept)})
    CHECK(self_check::wrong_with_case(file, g) == "the grader failed");
}
